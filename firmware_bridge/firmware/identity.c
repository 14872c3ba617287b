#include "identity.h"

#include <avr/eeprom.h>

#include "noise.h"

#define MARK 0x4a
#define MARK_AT ((uint8_t *)0)
#define UUID_AT ((uint8_t *)1)
#define BOOT_AT(slot) ((uint32_t *)(uintptr_t)(32 + 8 * (slot)))

uint8_t identity_uuid[16];
uint32_t identity_boot;

static uint8_t chance(void) {
    for (uint8_t i = 0; i < 32; i++) noise_stir();
    return noise_byte();
}

static void make_uuid(void) {
    for (uint8_t i = 0; i < 16; i++) identity_uuid[i] = chance();
    identity_uuid[6] = (identity_uuid[6] & 0x0f) | 0x40;  // random, as RFC 9562 has it
    identity_uuid[8] = (identity_uuid[8] & 0x3f) | 0x80;
    eeprom_update_block(identity_uuid, UUID_AT, 16);
    eeprom_update_byte(MARK_AT, MARK);
}

// Two places take turns, each with its complement: a power cut while one is written leaves the other.
static uint32_t stored(uint8_t slot) {
    uint32_t value = eeprom_read_dword(BOOT_AT(slot));
    return eeprom_read_dword(BOOT_AT(slot) + 1) == ~value ? value : 0;
}

bool identity_start(void) {
    if (eeprom_read_byte(MARK_AT) == MARK) eeprom_read_block(identity_uuid, UUID_AT, 16);
    else make_uuid();
    uint32_t first = stored(0), second = stored(1);
    identity_boot = (first > second ? first : second) + 1;
    uint8_t slot = identity_boot & 1;
    eeprom_update_dword(BOOT_AT(slot), identity_boot);
    eeprom_update_dword(BOOT_AT(slot) + 1, ~identity_boot);
    if (stored(slot) == identity_boot) return true;
    // The next start would take this number again, and its events would be taken for old ones.
    for (uint8_t i = 0; i < 4; i++) identity_boot = identity_boot << 8 | chance();
    return false;
}
