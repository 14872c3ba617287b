// Who this board is, and which start this is: in the EEPROM.
#pragma once
#include <stdbool.h>
#include <stdint.h>

extern uint8_t identity_uuid[16];
extern uint32_t identity_boot;

bool identity_start(void);  // false: the EEPROM does not keep
