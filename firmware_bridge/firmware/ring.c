#include "ring.h"

#include <string.h>

#include "frame.h"

struct event {
    uint32_t t_ms;
    uint8_t type, size;
    uint8_t body[BODY_MAX];
};

uint16_t ring_last, ring_dropped;

static struct event events[RING];
static uint8_t oldest, held, sent;  // the first `sent` of those held have been sent
static uint32_t progress_ms;

uint8_t ring_unacked(void) { return held; }

static void forget(uint8_t count) {
    oldest = (oldest + count) % RING;
    held -= count;
    sent = sent > count ? sent - count : 0;
}

void ring_put(uint8_t type, const uint8_t *body, uint8_t size, uint32_t t_ms, uint32_t now) {
    ring_last++;
    if (held == RING) {
        forget(1);
        if (ring_dropped != 0xffff) ring_dropped++;
    }
    if (held == 0) progress_ms = now;
    struct event *event = &events[(oldest + held) % RING];
    event->t_ms = t_ms;
    event->type = type;
    event->size = size;
    memcpy(event->body, body, size);
    held++;
}

void ring_acknowledge(uint16_t last, uint32_t now) {
    uint16_t count = last - (uint16_t)(ring_last - held);
    if (count == 0 || count > held) return;
    forget(count);
    progress_ms = now;
}

bool ring_send(uint32_t now, uint32_t boot) {
    if (sent == held) {
        if (held == 0 || now - progress_ms < RESEND_MS) return false;
        sent = 0;
        progress_ms = now;  // not at each event: new ones must not keep the old ones waiting
    }
    const struct event *event = &events[(oldest + sent) % RING];
    uint8_t payload[4 + BODY_MAX];
    memcpy(put_u32(payload, boot), event->body, event->size);
    frame_send(event->type, ring_last - held + 1 + sent, event->t_ms, payload, 4 + event->size);
    sent++;
    return true;
}
