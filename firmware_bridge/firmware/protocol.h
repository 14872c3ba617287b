// The numbers of ../PROTOCOL.md.
#pragma once
#include <stdint.h>

#define PROTOCOL 1
#define SCHEMA 0x007c911fUL
#define FIRMWARE_MAJOR 1
#define FIRMWARE_MINOR 1  // one more with each change that a host can notice

#define SEATS 4
#define NOBODY 255
#define PAYLOAD_MAX 48
#define FRAME_MAX 61  // with its zero

enum message {
    HELLO = 0x01,
    HEARTBEAT = 0x02,
    STATE = 0x03,
    BUTTON = 0x10,
    DICE = 0x11,
    STICKS = 0x12,
    RIICHI_STICK = 0x13,
    FAULT = 0x14,
    HELLO_REQUEST = 0x80,
    ACK = 0x81,
    LAMP = 0x82,
    SOUND = 0x83,
};

enum button { BUTTON_DICE = 0, BUTTON_HONBA = 1, BUTTON_SET = 2, BUTTON_PAUSE = 3 };
enum action { RELEASED = 0, PRESSED = 1 };
enum quality { GOOD = 0, UNSURE = 1, TOO_MANY = 2 };
enum fault { FAULT_STUCK_BUTTON = 1, FAULT_TRAY = 2, FAULT_EEPROM = 3 };

#define CAPABILITIES 0x3f  // buttons, dice, sticks, riichi sticks, lamps, sound

#define HELLO_MS 500
#define HEARTBEAT_MS 250
#define STATE_MS 1000
#define RESEND_MS 120
#define DEBOUNCE_MS 20
#define STUCK_MS 10000
