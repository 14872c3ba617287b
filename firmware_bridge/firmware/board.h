// What is soldered where: an ATmega328P at 16 MHz on 5 V.
//
//   PD0 PD1      serial line, 115200
//   PD2..PD5     dice buttons of seats 0..3 to ground
//   PD6 PD7 PB4  honba, set, pause (both start switches in series) to ground
//   PB0..PB2     the select lines of four 74HC4051, one a seat
//   ADC0..ADC3   their commons, each with 10 kOhm to 5 V; inputs 0..4 are the slots for sticks of
//                10000, 5000, 1000, 500, 100 points, input 5 the riichi stick
//   ADC6         left open: noise for the dice
//   PC4 PC5 PB5  data, clock, latch of a 74HC595 with the lamps: 0..3 dealer, 4..7 riichi
//   PB3          buzzer
#pragma once
#include <avr/io.h>

#define BUTTONS 7
#define SLOTS 5
#define RIICHI_SLOT 5
#define INPUTS 6

#define SELECT_MASK 0x07
#define NOISE_CHANNEL 6
#define DATA_BIT (1 << PC4)
#define CLOCK_BIT (1 << PC5)
#define LATCH_BIT (1 << PB5)
#define BUZZER_BIT (1 << PB3)
