// The buttons: 20 ms without change is a change; a dice button throws the dice.
#pragma once
#include <stdint.h>

extern uint8_t buttons_pressed;  // as in STATE
extern uint8_t dice_first, dice_second;

void buttons_start(void);
void buttons_scan(uint32_t now);  // once a millisecond
