/** Slots until a block is final: with Alpenglow that takes less than a second. Fewer would leave no room for a fork. */
export const FINAL_SLOTS = 4
