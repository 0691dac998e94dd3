/** Output scripts that have an address. */
type ScriptKind = 'P2PKH' | 'P2SH' | 'P2SH32' | 'P2WPKH' | 'P2WSH' | 'P2TR'

/** The network prefix of the address, the version of a witness program, or the type of a cash address. */
type Spelling = { readonly base58: 'pubKeyHash' | 'scriptHash' } | { readonly witnessVersion: 0 | 1 } | { readonly cash: 'p2pkh' | 'p2sh' }

/** An output script as bytes around a hash or key. */
export interface ScriptForm {
  readonly kind: ScriptKind
  readonly head: readonly number[]
  readonly tail: readonly number[]
  /** Bytes of the hash or key between head and tail. */
  readonly payloadBytes: 20 | 32
  readonly spelling: Spelling
}

/** Bitcoin's script table. Sources: BIP-16 (P2SH), BIP-141 (P2WPKH, P2WSH), BIP-341 (P2TR). */
export const scriptForms = [
  { kind: 'P2PKH', head: [0x76, 0xa9, 0x14], tail: [0x88, 0xac], payloadBytes: 20, spelling: { base58: 'pubKeyHash' } },
  { kind: 'P2SH', head: [0xa9, 0x14], tail: [0x87], payloadBytes: 20, spelling: { base58: 'scriptHash' } },
  { kind: 'P2WPKH', head: [0x00, 0x14], tail: [], payloadBytes: 20, spelling: { witnessVersion: 0 } },
  { kind: 'P2WSH', head: [0x00, 0x20], tail: [], payloadBytes: 32, spelling: { witnessVersion: 0 } },
  { kind: 'P2TR', head: [0x51, 0x20], tail: [], payloadBytes: 32, spelling: { witnessVersion: 1 } },
] as const satisfies readonly ScriptForm[]

/** Bitcoin Cash's script table. Sources: BIP-16, CHIP-2022-05 (P2SH32); its address format names the first two only. */
export const cashScriptForms = [
  { kind: 'P2PKH', head: [0x76, 0xa9, 0x14], tail: [0x88, 0xac], payloadBytes: 20, spelling: { cash: 'p2pkh' } },
  { kind: 'P2SH', head: [0xa9, 0x14], tail: [0x87], payloadBytes: 20, spelling: { cash: 'p2sh' } },
  { kind: 'P2SH32', head: [0xaa, 0x20], tail: [0x87], payloadBytes: 32, spelling: { cash: 'p2sh' } },
] as const satisfies readonly ScriptForm[]

/** A script parsed into its form and the hash or key inside. */
export interface ParsedScript {
  readonly form: ScriptForm
  readonly payload: Uint8Array
}

/** The form of an output script; undefined for data carriers, bare keys, multisig and everything else without an address. */
export function findScriptForm(script: Uint8Array, forms: readonly ScriptForm[]): ParsedScript | undefined {
  const form = forms.find((candidate) => matches(candidate, script))
  if (!form) return undefined
  return { form, payload: script.subarray(form.head.length, form.head.length + form.payloadBytes) }
}

/** The script of a form around a hash or key. */
export const buildScript = ({ form, payload }: ParsedScript): Uint8Array => Uint8Array.from([...form.head, ...payload, ...form.tail])

/** Bytes of a script of this form. */
export const scriptBytes = (form: ScriptForm): number => form.head.length + form.payloadBytes + form.tail.length

function matches(form: ScriptForm, script: Uint8Array): boolean {
  if (script.length !== scriptBytes(form)) return false
  const tailAt = form.head.length + form.payloadBytes
  return form.head.every((byte, at) => script[at] === byte) && form.tail.every((byte, at) => script[tailAt + at] === byte)
}
