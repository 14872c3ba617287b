#include "panel.h"

#include <avr/io.h>

#include "board.h"

#define BLINK_MS 256

uint8_t panel_on, panel_blinking;

static uint8_t shown;
static uint32_t quiet_ms;

static void shift_out(uint8_t lamps) {
    for (uint8_t bit = 0x80; bit; bit >>= 1) {
        if (lamps & bit) PORTC |= DATA_BIT;
        else PORTC &= ~DATA_BIT;
        PORTC |= CLOCK_BIT;
        PORTC &= ~CLOCK_BIT;
    }
    PORTB |= LATCH_BIT;
    PORTB &= ~LATCH_BIT;
}

void panel_start(void) {
    DDRC |= DATA_BIT | CLOCK_BIT;
    DDRB |= LATCH_BIT | BUZZER_BIT;
    shift_out(0);
}

void panel_step(uint32_t now) {
    uint8_t lamps = now & BLINK_MS ? panel_on & ~panel_blinking : panel_on;
    if (lamps != shown) {
        shown = lamps;
        shift_out(lamps);
    }
    if (TCCR2A && (int32_t)(now - quiet_ms) >= 0) TCCR2A = TCCR2B = 0;
}

void panel_sound(uint16_t hz, uint16_t ms, uint32_t now) {
    if (hz < 123) hz = 123;  // the lowest that 8 bits can count
    uint32_t half = F_CPU / 256 / 2 / hz;
    OCR2A = half ? half - 1 : 0;
    TCCR2A = (1 << COM2A0) | (1 << WGM21);
    TCCR2B = (1 << CS22) | (1 << CS21);  // 16 MHz / 256
    quiet_ms = now + ms;
}
