#include "buttons.h"

#include <avr/io.h>

#include "board.h"
#include "noise.h"
#include "protocol.h"
#include "ring.h"
#include "frame.h"

uint8_t buttons_pressed, dice_first, dice_second;

static uint8_t unlike_ms[BUTTONS];
static uint32_t since_ms[BUTTONS];
static uint8_t stuck;

void buttons_start(void) {
    PORTD |= 0xfc;
    PORTB |= 1 << PB4;
}

static uint8_t down_now(void) {
    uint8_t down = (uint8_t)~PIND >> 2;
    if (!(PINB & (1 << PB4))) down |= 1 << 6;
    else down &= ~(1 << 6);
    return down;
}

static uint8_t button_of(uint8_t i) { return i < SEATS ? BUTTON_DICE : i - SEATS + 1; }
static uint8_t seat_of(uint8_t i) { return i < SEATS ? i : NOBODY; }

static void moved(uint8_t i, uint8_t action, uint32_t t_ms, uint32_t now) {
    uint32_t held = action == RELEASED ? t_ms - since_ms[i] : 0;
    uint8_t body[5] = {button_of(i), seat_of(i), action};
    put_u16(body + 3, held > 0xffff ? 0xffff : held);
    ring_put(BUTTON, body, 5, t_ms, now);
    since_ms[i] = t_ms;
    if (i < SEATS && action == PRESSED) {
        dice_first = noise_die();
        dice_second = noise_die();
        uint8_t dice[3] = {i, dice_first, dice_second};
        ring_put(DICE, dice, 3, t_ms, now);
    }
}

static void watch(uint8_t i, uint32_t now) {
    uint8_t bit = 1 << i;
    if (!(buttons_pressed & bit)) {
        stuck &= ~bit;
    } else if (!(stuck & bit) && now - since_ms[i] >= STUCK_MS) {
        stuck |= bit;
        uint8_t body[3] = {FAULT_STUCK_BUTTON, button_of(i) * 16 + (i < SEATS ? i : 15), 0};
        ring_put(FAULT, body, 3, now, now);
    }
}

void buttons_scan(uint32_t now) {
    uint8_t down = down_now();
    for (uint8_t i = 0; i < BUTTONS; i++) {
        uint8_t bit = 1 << i;
        if (!((down ^ buttons_pressed) & bit)) {
            unlike_ms[i] = 0;
        } else if (++unlike_ms[i] >= DEBOUNCE_MS) {
            unlike_ms[i] = 0;
            buttons_pressed ^= bit;
            moved(i, down & bit ? PRESSED : RELEASED, now - DEBOUNCE_MS + 1, now);
        }
        watch(i, now);
    }
}
