import type { RailSettings } from '@gateway/chains/env'
import { createRails, type Rails } from '@gateway/chains/registry'
import { type ByChain, byChain, servedChains } from '@gateway/chains/settings'
import { messageOf } from '@gateway/domain/kernel/error'
import type { ChainCode } from '@gateway/domain/money/asset'
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'

/** The environment does not describe a working process. Names variables, never values. */
export class BadSettings extends Error {
  constructor(problems: readonly string[]) {
    super(['These settings are missing or wrong:', ...problems].join('\n  '))
    this.name = 'BadSettings'
  }
}

/** Environment variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads settings from an environment; empty values count as absent.
 *
 * @throws {BadSettings} naming every variable that is missing or wrong. Nothing may start then.
 */
export function readSettings<Schema extends z.ZodType>(schema: Schema, environment: Environment): z.output<Schema> {
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(present)
  if (!parsed.success) throw new BadSettings(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`))
  return parsed.data
}

/** The same, with the settings of the chains in a map by chain. @throws {BadSettings} as `readSettings`. */
export const readChainSettings = <Schema extends z.ZodType<object>>(schema: Schema, environment: Environment): ByChain<z.output<Schema>> =>
  byChain(readSettings(schema, environment))

/** A setting written as JSON; the schema behind it names the wrong member. */
export const JsonText = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's own message may quote the value.
    context.addIssue({ code: 'custom', message: 'must be JSON' })
    return z.NEVER
  }
})

type ForChains<Value> = z.ZodType<Readonly<Partial<Record<ChainCode, Value>>>, string>

/** A setting with a value for some chains: a JSON object, chain to what `shape` says. A chain that this version does not know is refused. */
const forChains = <Value>(value: z.ZodType<Value>, shape: string): ForChains<Value> =>
  JsonText.pipe(
    z.partialRecord(z.enum(servedChains), value, {
      error: (issue: z.core.$ZodRawIssue) =>
        issue.code === 'unrecognized_keys'
          ? `names an unknown chain: ${issue.keys.join(', ')}; known are ${servedChains.join(', ')}`
          : `must be a JSON object: chain to ${shape}`,
    }),
  )

const Address = z.string('must be an address').min(1, 'must be an address')
const OneOrMore = 'must be an address or a list of addresses'

/** A setting of one address for each of some chains. */
export const AddressByChain = forChains(Address, 'address')

/** A setting of one address or a list of addresses for each of some chains; always a list when read. */
export const AddressesByChain = forChains(
  z.union([Address.transform((one) => [one]), z.array(Address).min(1, OneOrMore)], OneOrMore),
  'address, or to a list of addresses',
)

type KeyType = 'ed25519' | 'x25519'

/** A public key as base64 of its SPKI DER encoding, of one type only. */
export const derPublicKey = (type: KeyType) => derKey(type, (key) => createPublicKey({ key, format: 'der', type: 'spki' }))

/** A private key as base64 of its PKCS #8 DER encoding, of one type only. */
export const derPrivateKey = (type: KeyType) => derKey(type, (key) => createPrivateKey({ key, format: 'der', type: 'pkcs8' }))

const derKey = (type: KeyType, read: (der: Buffer) => KeyObject) =>
  z.string().transform((text, context) => {
    const key = findKey(() => read(Buffer.from(text, 'base64')))
    if (key?.asymmetricKeyType === type) return key
    context.addIssue({ code: 'custom', message: `must be an ${type} key: base64 of its DER encoding` })
    return z.NEVER
  })

function findKey(read: () => KeyObject): KeyObject | undefined {
  try {
    return read()
  } catch {
    // The parser's message may quote the key; the setting's own message is enough.
    return undefined
  }
}

/** The chains that settings describe. @throws {BadSettings} when they are wrong. */
export function readRails(settings: RailSettings): Rails {
  try {
    return createRails(settings)
  } catch (cause) {
    throw new BadSettings([messageOf(cause)])
  }
}
