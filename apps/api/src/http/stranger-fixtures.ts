import { type DescribedOperation, describedOperations } from '../test-operations.ts'
import { MERCHANT_BTC } from '../test-server.ts'

/** The ids of the owner's objects. */
export interface Owned {
  readonly businessId: string
  readonly paymentId: string
  readonly keyId: string
  readonly deliveryId: string
  /** Of each further room that has a creation, an object, and what the owner's account has. */
  readonly objects: Readonly<Record<string, string>>
}

type Json = Readonly<Record<string, unknown>>

/** A call of an operation on an object of the owner. */
export interface Fixture {
  /** The path parameters. */
  readonly path?: (owned: Owned) => Readonly<Record<string, string>>
  readonly body?: (owned: Owned) => Json
  /** Member of the body or the query that can name a business. */
  readonly names?: 'business_id'
  /** It reaches only objects of its credential's mode. */
  readonly isOfOneMode?: true
}

/** What an example says otherwise where the coins are those of a test. */
const onTestChains: Json = {
  blockchain: 'ETH',
  crypto_currency: 'ETH',
  beneficiary_address: MERCHANT_BTC,
  depositor_address: 'bcrt1qq5zs2pg9q5zs2pg9q5zs2pg9q5zs2pg9ajutfp',
}
const taken: Fixture = { body: () => ({ name: 'Taken over', webhook_url: 'https://evil.example/hook' }) }

/** A call whose body names an object. */
const ofCard = (member: string, kind: string): Fixture => ({ body: ({ objects }) => ({ [member]: objects[kind] }), isOfOneMode: true })

/** What the description of an operation does not say, by its id. */
const exceptions: Readonly<Record<string, Fixture>> = {
  accounts_recovery_changePassword: { body: () => ({ current_password: 'not the right one', new_password: 'another long sentence' }) },
  businesses_create: { body: () => ({ name: 'Another shop' }) },
  businesses_update: taken,
  businesses_update_2: taken,
  businesses_rotateWebhookSecret: { body: () => ({}) },
  businesses_keys_create: { body: () => ({ name: 'Back door' }) },
  cards_refund: ofCard('payment_id', 'cards'),
  cards_refund_2: ofCard('payment_id', 'cards'),
  cards_escrows_release: ofCard('escrow_id', 'cards_escrows'),
  // A link, which no issuer has to answer.
  identity_dids_claim: { body: () => ({ did: 'did:web:nobody.example' }) },
  // Of a wallet that nobody has: no node runs.
  lightning_invoices_create: { body: () => ({ wallet_id: 'nobodys', amount_sats: 1 }) },
  lightning_payments_send: { body: () => ({ wallet_id: 'nobodys', destination: 'ada@pay.example', amount_sats: 1 }) },
}

const at = (from: unknown, ...keys: string[]): unknown => keys.reduce((inner, key) => Object(inner)[key], from)

/** Whose id each parameter of a path is. */
const idOf = (owned: Owned, { id }: DescribedOperation, parameter: string): string => {
  if (parameter === 'key_id') return owned.keyId
  if (parameter === 'business_id') return owned.businessId
  const ids = { payments: owned.paymentId, webhooks: owned.deliveryId, ...owned.objects }
  // The id of an operation begins with its room, and with a part of it that has objects of its own.
  const kinds = Object.entries(ids).filter(([kind]) => id.startsWith(`${kind}_`))
  return kinds.toSorted(([a], [b]) => b.length - a.length)[0]?.[1] ?? owned.businessId
}

/** OAuth clients belong to the merchant, and serve both modes. */
const hasNoMode = ({ id }: DescribedOperation): boolean => id.startsWith('oauth_')

/** What an operation takes, as its description says. */
function describedFixture(operation: DescribedOperation): Fixture {
  const { path, described } = operation
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const content = at(described, 'requestBody', 'content', 'application/json')
  const named = [...Object.keys(Object(at(content, 'schema', 'properties'))), ...queryOf(described)]
  const isOfBusiness = path.startsWith('/api/businesses/{') || parameters.includes('business_id')
  return {
    ...(parameters.length > 0 && {
      path: (owned: Owned) =>
        Object.fromEntries(
          parameters.map((name) => [name, isOfBusiness && name === 'id' ? owned.businessId : idOf(owned, operation, name)]),
        ),
    }),
    ...(content !== undefined && { body: () => exampleOf(at(content, 'example')) }),
    ...(named.includes('business_id') && !isOfBusiness && { names: 'business_id' }),
    ...(parameters.length > 0 && !isOfBusiness && !hasNoMode(operation) && { isOfOneMode: true }),
  }
}

const queryOf = (described: Json): string[] =>
  Object.values(Object(described['parameters'])).flatMap((one) => (at(one, 'in') === 'query' ? [String(at(one, 'name'))] : []))

/** The example of a body as a test server takes it; its business is that of the key. */
function exampleOf(example: unknown): Json {
  const { business_id: _business, ...members } = Object(example) as Json
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, onTestChains[name] ?? value]))
}

/** The calls of all operations that take a credential, by operation id. */
export const fixtures: Readonly<Record<string, Fixture>> = Object.fromEntries(
  describedOperations
    .filter(({ security }) => security.length > 0 && security.every((way) => Object.keys(way).length > 0))
    .map((operation) => [operation.id, { ...describedFixture(operation), ...exceptions[operation.id] }]),
)
