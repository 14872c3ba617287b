#include "frame.h"

#include <string.h>

#include "uart.h"

#define HEADER 7
#define CRC 4
#define PLAIN_MAX (HEADER + PAYLOAD_MAX + CRC)

uint16_t frame_bad;

// Half a byte at a time: 64 bytes of table, and fast enough for the whole line.
static const __flash uint32_t nibbles[16] = {
    0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4,
    0x4db26158, 0x5005713c, 0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
    0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c,
};

static uint32_t crc32(const uint8_t *bytes, uint8_t n) {
    uint32_t crc = 0xffffffff;
    while (n--) {
        crc ^= *bytes++;
        crc = nibbles[crc & 15] ^ crc >> 4;
        crc = nibbles[crc & 15] ^ crc >> 4;
    }
    return ~crc;
}

void frame_send(uint8_t type, uint16_t seq, uint32_t t_ms, const uint8_t *payload, uint8_t size) {
    uint8_t frame[FRAME_MAX];
    uint8_t *plain = frame + 1;  // the first length stands before it, each other on its zero
    uint8_t *end = plain;
    *end++ = type;
    end = put_u32(put_u16(end, seq), t_ms);
    memcpy(end, payload, size);
    end += size;
    end = put_u32(end, crc32(plain, end - plain));
    uint8_t *length = frame;
    for (uint8_t *at = plain; at < end; at++) {
        if (*at == 0) {
            *length = at - length;
            length = at;
        }
    }
    *length = end - length;
    *end++ = 0;
    uart_write(frame, end - frame);
}

void frame_count_bad(void) {
    if (frame_bad != 0xffff) frame_bad++;
}

// Undo COBS where it stands; the number of bytes, 0 for none that could be.
static uint8_t unstuff(uint8_t *bytes, uint8_t n) {
    uint8_t at = 0, to = 0;
    while (at < n) {
        uint8_t after = bytes[at];
        if (after > n - at) return 0;
        if (at) bytes[to++] = 0;
        for (uint8_t i = 1; i < after; i++) bytes[to++] = bytes[at + i];
        at += after;
    }
    return to;
}

static bool read_frame(uint8_t *bytes, uint8_t n, struct packet *packet) {
    uint8_t size = unstuff(bytes, n);
    if (size < HEADER + CRC || size > PLAIN_MAX) return false;
    size -= CRC;
    if (crc32(bytes, size) != get_u32(bytes + size)) return false;
    packet->type = bytes[0];
    packet->size = size - HEADER;
    memcpy(packet->payload, bytes + HEADER, packet->size);
    return true;
}

bool frame_receive(struct packet *packet) {
    static uint8_t kept[FRAME_MAX], n;
    int16_t byte;
    while ((byte = uart_read()) >= 0) {
        if (byte) {
            if (n < FRAME_MAX) kept[n++] = byte;  // a full one is too long for any frame
            continue;
        }
        uint8_t length = n;
        n = 0;
        if (length == 0) continue;
        if (length < FRAME_MAX && read_frame(kept, length, packet)) return true;
        frame_count_bad();
    }
    return false;
}
