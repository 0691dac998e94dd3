import { entropyToMnemonic, mnemonicToEntropy, mnemonicToSeedSync } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'

/** How many words stand for 256 bits. */
export const MNEMONIC_WORDS = 24

/** The words do not stand for a seed. None of them is repeated in the message. */
export class MnemonicRefused extends Error {
  override readonly name = 'WordsRefused'
}

/** The 24 words of 256 random bits (BIP-39, English). They are the seed: whoever reads them has the money. */
export const mnemonicOf = (entropy: Uint8Array): string[] => entropyToMnemonic(entropy, wordlist).split(' ')

/**
 * The 256 bits behind 24 words, in any case and with any spacing (BIP-39, English).
 *
 * @throws {MnemonicRefused} for another number of words, a word that is none of the list, or a wrong checksum.
 */
export function entropyOfMnemonic(text: string): Buffer {
  const words = text.trim().toLowerCase().split(/\s+/)
  if (words.length !== MNEMONIC_WORDS) throw new MnemonicRefused(`The seed has ${MNEMONIC_WORDS} words`)
  try {
    return Buffer.from(mnemonicToEntropy(words.join(' '), wordlist))
  } catch {
    // The library's message quotes the word it did not know, so it must not travel on as a cause.
    throw new MnemonicRefused('These words are no seed: one is misspelt, or they are in another order')
  }
}

/** The 64 bytes from which keys are derived, as every BIP-39 wallet derives them from the words without a passphrase. */
export function seedOfEntropy(entropy: Uint8Array): Buffer {
  const seed = mnemonicToSeedSync(mnemonicOf(entropy).join(' '))
  // The same memory, so that overwriting the buffer leaves no second copy.
  return Buffer.from(seed.buffer, seed.byteOffset, seed.byteLength)
}
