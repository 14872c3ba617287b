// The reference firmware of a Jantaku table: buttons, dice, stick trays, lamps; ../PROTOCOL.md.
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>
#include <string.h>

#include "buttons.h"
#include "clock.h"
#include "frame.h"
#include "identity.h"
#include "noise.h"
#include "panel.h"
#include "ring.h"
#include "trays.h"
#include "uart.h"

static uint8_t reset_cause __attribute__((section(".noinit")));
static uint8_t hello_due = 1, heartbeat_due, state_due, greeted;
static uint32_t hello_ms, heartbeat_ms, state_ms;

// Before main, so that a watchdog that has bitten does not bite again while the memory is set up.
void remember_cause(void) __attribute__((naked, used, section(".init3")));
void remember_cause(void) {
    reset_cause = MCUSR & 0x0f;
    MCUSR = 0;
    wdt_disable();
}

static void send_hello(uint32_t now) {
    uint8_t payload[32], *end = put_u32(payload, identity_boot);
    *end++ = PROTOCOL;
    end = put_u32(end, SCHEMA);
    *end++ = FIRMWARE_MAJOR;
    *end++ = FIRMWARE_MINOR;
    memcpy(end, identity_uuid, 16);
    end += 16;
    *end++ = SEATS;
    *end++ = RING;
    end = put_u16(end, CAPABILITIES);
    *end++ = reset_cause;
    frame_send(HELLO, 0, now, payload, end - payload);
}

static void send_heartbeat(uint32_t now) {
    uint8_t payload[11], *end = put_u16(put_u32(payload, identity_boot), ring_last);
    *end++ = ring_unacked();
    end = put_u16(put_u16(end, ring_dropped), frame_bad);
    frame_send(HEARTBEAT, 0, now, payload, end - payload);
}

static void send_state(uint32_t now) {
    uint8_t payload[PAYLOAD_MAX], *end = put_u16(put_u32(payload, identity_boot), buttons_pressed);
    *end++ = trays_riichi;
    *end++ = dice_first;
    *end++ = dice_second;
    *end++ = panel_on;
    *end++ = panel_blinking;
    memcpy(end, trays_quality, SEATS);
    memcpy(end + SEATS, trays_counts, SEATS * SLOTS);
    end += SEATS + SEATS * SLOTS;
    frame_send(STATE, 0, now, payload, end - payload);
}

static void obey(const struct packet *packet, uint32_t now) {
    static const __flash uint8_t sizes[] = {1, 6, 6, 8};  // HELLO_REQUEST, ACK, LAMP, SOUND
    const uint8_t *payload = packet->payload;
    uint8_t which = packet->type - HELLO_REQUEST;
    if (which >= sizeof sizes || packet->size != sizes[which]) {
        frame_count_bad();
        return;
    }
    if (packet->type == HELLO_REQUEST) {
        hello_due = heartbeat_due = 1;
        return;
    }
    if (get_u32(payload) != identity_boot) return;
    if (packet->type == ACK) {
        greeted = 1;
        ring_acknowledge(get_u16(payload + 4), now);
    } else if (packet->type == LAMP) {
        panel_on = payload[4];
        panel_blinking = payload[5];
        state_due = 1;
    } else {
        panel_sound(get_u16(payload + 4), get_u16(payload + 6), now);
    }
}

static void look_at_the_clock(uint32_t now) {
    if (!greeted && now - hello_ms >= HELLO_MS) hello_due = 1;
    if (now - heartbeat_ms >= HEARTBEAT_MS) heartbeat_due = 1;
    if (now - state_ms >= STATE_MS) state_due = 1;
}

static bool send_if_due(uint8_t kind, uint32_t now) {
    if (kind == 0 && hello_due) {
        hello_due = 0;
        hello_ms = now;
        send_hello(now);
    } else if (kind == 1 && heartbeat_due) {
        heartbeat_due = 0;
        heartbeat_ms = now;
        send_heartbeat(now);
    } else if (kind == 2 && ring_send(now, identity_boot)) {
        return true;
    } else if (kind == 3 && state_due) {
        state_due = 0;
        state_ms = now;
        send_state(now);
    } else {
        return false;
    }
    return true;
}

// One frame at a time, the kinds in turn: however often one is due, the others get through.
static void send_next(uint32_t now) {
    static uint8_t turn;
    if (!uart_idle()) return;
    for (uint8_t tries = 0; tries < 4; tries++) {
        uint8_t kind = turn;
        turn = (turn + 1) & 3;
        if (send_if_due(kind, now)) return;
    }
}

int main(void) {
    struct packet packet;
    clock_start();
    noise_start();
    uart_start();
    buttons_start();
    trays_start();
    panel_start();
    sei();
    uint8_t keeps = identity_start();
    wdt_enable(WDTO_500MS);
    uint32_t last = clock_ms();
    if (!keeps) ring_put(FAULT, (const uint8_t[3]){FAULT_EEPROM}, 3, last, last);
    for (;;) {
        wdt_reset();
        uint32_t now = clock_ms();
        while (frame_receive(&packet)) obey(&packet, now);
        if (now != last) {
            last = now;
            noise_stir();
            buttons_scan(now);
            trays_step(now);
            panel_step(now);
            look_at_the_clock(now);
        }
        send_next(now);
        sleep_mode();
    }
}
