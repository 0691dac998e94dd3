import { entropyToMnemonic, mnemonicToEntropy, mnemonicToSeedSync } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'

/** The number of words for 256 bits. */
export const MNEMONIC_WORDS = 24

/** The words are not a valid mnemonic; the message repeats none of them. */
export class MnemonicRefused extends Error {
  override readonly name = 'WordsRefused'
}

/** The 24-word mnemonic of 256 random bits (BIP-39, English). It is the seed: a reader of the words controls the funds. */
export const mnemonicOf = (entropy: Uint8Array): string[] => entropyToMnemonic(entropy, wordlist).split(' ')

/**
 * The 256 bits of a 24-word mnemonic, in any case and spacing (BIP-39, English).
 *
 * @throws {MnemonicRefused} for a wrong number of words, an unknown word or a wrong checksum.
 */
export function entropyOfMnemonic(text: string): Buffer {
  const words = text.trim().toLowerCase().split(/\s+/)
  if (words.length !== MNEMONIC_WORDS) throw new MnemonicRefused(`The seed has ${MNEMONIC_WORDS} words`)
  try {
    return Buffer.from(mnemonicToEntropy(words.join(' '), wordlist))
  } catch {
    // The library's error quotes the unknown word, so it must not become the cause.
    throw new MnemonicRefused('These words are not a seed: one is misspelt, or the order is wrong')
  }
}

/** The 64 bytes that every BIP-39 wallet derives from the mnemonic without a passphrase. */
export function seedOfEntropy(entropy: Uint8Array): Buffer {
  const seed = mnemonicToSeedSync(mnemonicOf(entropy).join(' '))
  // A view of the same memory, so that erasing the buffer leaves no copy.
  return Buffer.from(seed.buffer, seed.byteOffset, seed.byteLength)
}
