// Frames: COBS(type | seq | t_ms | payload | CRC-32) and a zero.
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "protocol.h"

struct packet {
    uint8_t type;
    uint8_t size;  // of the payload
    uint8_t payload[PAYLOAD_MAX];
};

extern uint16_t frame_bad;  // frames that came and could not be obeyed; stays at 65535
void frame_count_bad(void);

// Send one frame; only while the line is idle. The payload begins with the boot id.
void frame_send(uint8_t type, uint16_t seq, uint32_t t_ms, const uint8_t *payload, uint8_t size);

// Take what has come; true when `packet` holds a whole frame.
bool frame_receive(struct packet *packet);

static inline uint8_t *put_u16(uint8_t *to, uint16_t value) {
    *to++ = value;
    *to++ = value >> 8;
    return to;
}
static inline uint8_t *put_u32(uint8_t *to, uint32_t value) {
    return put_u16(put_u16(to, value), value >> 16);
}
static inline uint16_t get_u16(const uint8_t *from) { return from[0] | (uint16_t)from[1] << 8; }
static inline uint32_t get_u32(const uint8_t *from) {
    return get_u16(from) | (uint32_t)get_u16(from + 2) << 16;
}
