// The analogue inputs, and dice from their noise.
#pragma once
#include <stdint.h>

void noise_start(void);
uint16_t analogue(uint8_t channel);  // 0..1023
void noise_stir(void);               // to be called often
uint8_t noise_byte(void);
uint8_t noise_die(void);             // 1..6, all alike
