// Lamps and buzzer.
#pragma once
#include <stdint.h>

extern uint8_t panel_on, panel_blinking;

void panel_start(void);
void panel_step(uint32_t now);
void panel_sound(uint16_t hz, uint16_t ms, uint32_t now);
