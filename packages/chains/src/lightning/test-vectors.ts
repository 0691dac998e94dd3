import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bech32, hex } from '@scure/base'

/** The key that signs every example of BOLT11, and its public half. */
const EXAMPLE_KEY = hex.decode('e126f68f7eafcc8b74f54d269fe206be715000f94dac067d1c04a8ca3b2db734')
export const EXAMPLE_PAYEE = '03e7156ae33b0a208d0744199163177e909e80176e55d97a2f221ede0f934dd9ad'
export const EXAMPLE_HASH = '0001020304050607080900010203040506070809000102030405060708090102'
/** When the examples were made. */
export const EXAMPLE_SECONDS = 1_496_314_658

const SIGNATURE_WORDS = 104
const BITS = 5n

/** An example of BOLT11 as if it were for regtest: signed anew by the same key, because the signature is over the name of the network too. */
export function onRegtest(invoice: string): string {
  const { prefix, words } = bech32.decode(invoice.toLowerCase() as `${string}1${string}`, false)
  const name = prefix.replace(/^ln(?:bc|tb)/, 'lnbcrt')
  return bech32.encode(name, [...words.slice(0, -SIGNATURE_WORDS), ...signatureOf(name, words.slice(0, -SIGNATURE_WORDS))], false)
}

/** Over the name and the data, which zeros fill up to whole bytes (BOLT11, data part). */
function signatureOf(name: string, data: readonly number[]): number[] {
  const message = sha256(Buffer.concat([Buffer.from(name), bytesOf(data)]))
  const [recovery = 0, ...signature] = secp256k1.sign(message, EXAMPLE_KEY, { prehash: false, format: 'recovered' })
  return bech32.toWords(Uint8Array.from([...signature, recovery]))
}

function bytesOf(data: readonly number[]): Uint8Array {
  const length = Math.ceil((data.length * Number(BITS)) / 8)
  const spare = BigInt(length * 8) - BigInt(data.length) * BITS
  const bits = data.reduce((all, word) => (all << BITS) | BigInt(word), 0n) << spare
  return Uint8Array.from(Buffer.from(bits.toString(16).padStart(length * 2, '0'), 'hex'))
}
