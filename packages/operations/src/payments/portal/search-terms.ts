import type { Rails } from '@gateway/chains/registry'
import type { PaymentSearch } from '@gateway/db/payments/search-queries'

const ID_BEGINNING = /^[0-9a-f]{8}[0-9a-f-]{0,28}$/
const ID_DIGITS = 32
const HASH = /^(?:0x)?([0-9a-f]{64})$/

/** What a merchant's text can name, in the spellings that are stored: the beginning of an id, from its eighth digit on; an address; a transaction; a value of the metadata, or words of the description. */
export function searchTerms(rails: Rails, raw: string): PaymentSearch {
  const text = raw.trim()
  return {
    ids: idRange(text.toLowerCase()),
    addresses: [...rails.values()].flatMap((rail) => {
      const parsed = rail.parseAddress(text)
      return 'problem' in parsed ? [] : [{ chain: rail.chain, address: parsed.address }]
    }),
    transactions: transactionsOf(text),
    chains: [...rails.keys()],
    text,
  }
}

/** The ids that begin with a text, from its eighth digit on; undefined for a text that begins none. */
export function idRange(text: string): PaymentSearch['ids'] {
  const digits = text.replaceAll('-', '')
  if (!ID_BEGINNING.test(text) || digits.length > ID_DIGITS) return undefined
  return { least: uuidOf(digits.padEnd(ID_DIGITS, '0')), most: uuidOf(digits.padEnd(ID_DIGITS, 'f')) }
}

const uuidOf = (digits: string): string => digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** With and without the prefix of Ethereum; a text in another form may be the id of a transaction on another chain. */
function transactionsOf(text: string): string[] {
  const [, digits] = HASH.exec(text.toLowerCase()) ?? []
  return digits === undefined ? [text] : [digits, `0x${digits}`]
}
