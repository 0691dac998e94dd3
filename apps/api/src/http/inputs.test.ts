import { evidenceTexts } from '@gateway/domain/cards/evidence'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describedOperations } from '../test-operations.ts'
import { type Heard, MERCHANT_BTC, MERCHANT_ETH, openShop, startTestServer, type TestServer } from '../test-server.ts'
import { appRouter } from '../router.ts'
import { restProcedures } from './procedures/rest.ts'
import { fixtures } from './stranger-fixtures.ts'
import { openObjects } from './test-objects.ts'

type Json = Readonly<Record<string, unknown>>

interface Operation {
  readonly id: string
  readonly name: string
  readonly method: string
  readonly path: string
  /** The procedure name used by RPC. */
  readonly procedure: string
  readonly members: readonly string[]
  readonly valid: Json
}

const notDids = [
  '',
  'nobody',
  'did:',
  'did:key:',
  'DID:key:z6Mk',
  'did:web:a/b',
  'did:web:a#key',
  'did:web:a b',
  `did:web:${'x'.repeat(1_000)}`,
  5,
  {},
]
/** Rejected values of each member, in every operation (safety: the table of inputs). */
const bad: Readonly<Record<string, readonly unknown[]>> = {
  amount: [0, -0, -1, 1e-30, '', ' 1', '1,000', '0x10', '١٢', true, [1], {}, 1e30, '12.3456789', '1e3', 'NaN', 'Infinity'],
  amount_usd: [0, -1, '', '1,000', true, [1], {}],
  blockchain: ['DOGE', 'XRP', 'ΒTC', ['BTC'], { BTC: 1 }, 1, ''],
  currency: ['XRP', 'U$D', ['USD'], 1, ''],
  language: ['xx', 'EN_US', 5, {}, ['en']],
  statement_descriptor: ['abcd', 'x'.repeat(23), '12345', 'Shop <1>', "Shop's", 'Café 12', 5, {}, ['Shop 1']],
  description: ['a\0b', 'lone \ud800', 'x'.repeat(10_000), 5, {}, ['x']],
  idempotency_key: ['', 'x'.repeat(256), 'schlüssel', 'tab\there', 5, {}, ['x']],
  include: ['everything', 'QR_CODE', '', true, {}],
  name: ['a\0b', 'lone \ud800', 'x'.repeat(10_000), 5, {}],
  metadata: [
    { a: { b: { c: { d: { e: { f: 1 } } } } } },
    Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`key${at}`, at])),
    { ['k'.repeat(65)]: 1 },
    { text: 'x'.repeat(8_200) },
    { count: 2 ** 53 },
    { constructor: 1 },
    { prototype: 1 },
    [],
    'text',
  ],
  success_url: [
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    'https:evil',
    'https://a\\evil',
    'https://a.example/\r\nx',
    'https://u:p@a.example',
    `https://a.example/${'x'.repeat(4_100)}`,
    5,
  ],
  cancel_url: ['javascript:alert(1)', 'https:evil', 'https://u:p@a.example', 5],
  webhook_url: [
    'javascript:alert(1)',
    '//evil.example',
    'https://127.0.0.1/hook',
    'https://2130706433/',
    'https://[::1]/',
    'https://u:p@a.example',
    'ftp://a.example',
    `https://a.example/${'x'.repeat(4_100)}`,
    5,
  ],
  wallet_addresses: [
    { BTC: `${MERCHANT_BTC} ` },
    { BTC: MERCHANT_BTC.replace('bcrt', 'bc') },
    { BTC: `${MERCHANT_BTC.slice(0, 10)}Q${MERCHANT_BTC.slice(11)}` },
    { BTC: 'x'.repeat(10_000) },
    { ETH: '0x0000000000000000000000000000000000000000' },
    { ETH: '0x000000000000000000000000000000000000dEaD' },
    { ETH: '0x0000000000000000000000000000000000000001' },
    { ETH: MERCHANT_ETH.replace('fB', 'Fb') },
    { DOGE: 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L' },
    [],
    'text',
  ],
  limit: ['-1', '0', '101', '50 OR 1=1', '1.5', ''],
  offset: ['-1', '9223372036854775808', 'x', '10001'],
  date_from: ['2026-02-30', 'yesterday', '2026-13-01'],
  date_to: ['2026-02-30', 'yesterday'],
  scopes: [[], ['all'], ['payments:delete'], 'payments:read', [1], {}],
  mode: ['production', 5, ''],
  expires_at: ['yesterday', '2026-02-30T00:00:00.000Z', '9999-12-31T23:59:59.999-23:59', 5, {}],
  webhook_secret: ['short', 'x'.repeat(129), 'schlüssel-schlüssel', 5],
  new_password: ['short', 'x'.repeat(129), 5, {}],
  email: ['ada', 'a@', 'a\0b@shop.example', 5, {}, `${'x'.repeat(400)}@shop.example`],
  password: ['short', 'x'.repeat(129), 5, {}],
  time_zone: ['Mars/Olympus', 5, ''],
  spread_percent: [-1, 5.1, 'x'],
  tolerance_percent: [-1, 'x'],
  payment_window_seconds: [-1, 0, 1.5, 'x'],
  active_only: ['perhaps', '2'],
  after: ['yesterday', 'evt_'],
  // An unknown business id is rejected like a foreign one: 403.
  business_id: ['', 5, {}],
  chain: ['DOGE', 'XRP', ['BTC'], 1, ''],
  amount_fiat: [0, -1, '', '1,000', true, [1], {}],
  fiat_currency: ['EURO', 'XBT', 1, ''],
  depositor_address: ['nobody', MERCHANT_ETH, 'x'.repeat(10_000), 5, {}],
  beneficiary_address: ['nobody', MERCHANT_ETH, 'x'.repeat(10_000), 5, {}],
  arbiter_address: ['nobody', MERCHANT_ETH, 'x'.repeat(10_000), 5, {}],
  order_id: ['', ' ', 'a\0b', 'x'.repeat(201)],
  expires_in_hours: [0, -1, 721, 1.5, 'x', {}],
  depositor: ['a\0b', 'x'.repeat(201)],
  beneficiary: ['a\0b', 'x'.repeat(201)],
  release_token: [5, {}, 'a\0b', 'x'.repeat(201)],
  reason: [5, {}, 'a\0b', 'x'.repeat(2_001)],
  coin: ['XMR', '', 5, {}],
  customer_email: ['lena', 'a@', 'a\0b@shop.example', 5, {}, `${'x'.repeat(400)}@shop.example`],
  interval: ['daily', 'MONTHLY', 5, {}],
  max_periods: [0, -1, 1.5, 10_001, 'x', {}],
  processor_account_id: ['a\0b', 'x'.repeat(201), 5, {}],
  confirm_program_address: ['true', 1, '', {}],
  category: ['Two Words', 'a\0b', 'x'.repeat(65), 5, {}],
  current_password: [5, {}],
  event_type: ['payment.stolen', 'PAYMENT.CREATED', 5, {}],
  merchant_wallet_address: [`${MERCHANT_ETH}00`, MERCHANT_BTC, '0x0000000000000000000000000000000000000000', 'x'.repeat(10_000), 5, {}],
  payment_id: ['nobody', '00000000-0000-4000-8000-00000000000G'],
  payment_method: ['cash', 'CRYPTO ', 5, {}],
  status: ['nowhere', 'pending,'],
  ticket: ['', 'a\0b', 'x'.repeat(1_001), 5, {}],
  code: ['', 'a\0b', 'x'.repeat(101), 5, {}],
  token: [5, {}],
  types: ['payment.stolen', 'payment.created,payment.stolen'],
  webhook_events: [['payment.stolen'], [1], 'payment.created', {}],
  escrow_mode: ['maybe', 2, {}],
  country: ['D', 'DEU', 5, {}],
  redirect_uris: [[], ['signed-in'], ['http://app.example/in'], ['https://app.example/in#top'], 'https://app.example/in', {}],
  post_logout_redirect_uris: [['out'], ['http://app.example/out'], ['https://app.example/out#top'], {}],
  public: ['maybe', 2, {}],
  submit: ['maybe', 2, {}],
  tax_profile: [
    {},
    { legal_name: 'Kestrel' },
    { legal_name: 'Kestrel', address: { street: 'A 1', city: 'Berlin', country: 'XX' } },
    'text',
    [],
  ],
  crypto_currency: ['DOGE', 'ΒTC', ['BTC'], 1],
  client_id: ['nobody', '00000000-0000-4000-8000-00000000000G', 5, {}],
  due_date: ['2026-02-30', '2026-2-3', 'tomorrow', '2026-10-31T00:00:00.000Z', 5, {}],
  issue_date: ['2026-02-30', 'tomorrow', 5, {}],
  notes: ['a\0b', 'lone \ud800', 'x'.repeat(2_001), 5, {}, ['x']],
  send_to: ['nobody', 'a@b', 5, {}],
  rate: ['today', 5, {}],
  tx_hash: ['', 'a\0b', 'x'.repeat(129), 5, {}],
  amount_crypto: ['', '1,000', true, [1], {}],
  note: ['a\0b', 'x'.repeat(501), 5, {}],
  tax_exemption_reason: ['a\0b', 'x'.repeat(501), 5, {}],
  buyer_reference: ['a\0b', 'x'.repeat(101), 5, {}],
  wallet_id: ['a\0b', 'x'.repeat(65), 5, {}],
  amount_sats: [0, -1, 1.5, 10_000_001, '', '1,000', '0x10', true, [1], {}],
  destination: ['', ' ', 'a\0b', 'x'.repeat(8_001), 5, {}],
  direction: ['sideways', 'INCOMING', 5, {}],
  node_id: ['nobody', '00000000-0000-4000-8000-00000000000G', 5],
  username: ['ab', 'Ada', 'a da', 'a'.repeat(33), 5, {}],
  reminders: ['maybe', 2, {}],
  before: ['nobody', '00000000-0000-4000-8000-00000000000G'],
  did: notDids,
  counterparty_did: notDids,
  agent_did: notDids,
  buyer_did: notDids,
  display_name: ['', ' ', 'a\0b', 'lone \ud800', 'x'.repeat(101), 5, {}],
  public_key: ['', 'key', 'A'.repeat(42), 'A'.repeat(44), 'z6Mk', 'f'.repeat(63), 5, {}],
  signature: ['', 'sig', 'A'.repeat(85), 'A'.repeat(88), 'ä'.repeat(86), 5, {}],
  receipt_id: ['nobody', '00000000-0000-4000-8000-00000000000G', 5, {}],
  task_id: ['nobody', '00000000-0000-4000-8000-00000000000G', 5, {}],
  task_description: ['a\0b', 'lone \ud800', 'x'.repeat(2_001), 5, {}],
  rating: [0, 6, -1, 4.5, '', 'good', true, [5], {}],
  action_category: ['economic', 'Economic.Transaction', 'social.like', 'constructor', '', 5, {}],
  action_type: ['', ' ', 'a\0b', 'x'.repeat(65), 5, {}],
  outcome: ['', ' ', 'a\0b', 'x'.repeat(65), 5, {}],
  signatures: ['text', [], { escrow_sig: 5 }, { escrow_sig: 'x'.repeat(1_001) }, { 'a b': 'x' }, { escrow_sig: 'ä' }, 5],
  credential_type: ['DidControlCredential', 'reputation', '', 5, {}],
  credential_id: ['', ' ', 'a\0b', 'x'.repeat(2_001), 5, {}],
  credential: [5, [], { type: 'EnvelopedVerifiableCredential', id: 'https://a.example' }],
  items: [
    'text',
    {},
    [{}],
    [{ description: 'x', unit_amount: -1 }],
    [{ description: 'x', unit_amount: 0.001 }],
    [{ description: 'x', unit_amount: '1,000' }],
    [{ description: 'x', unit_amount: 1, quantity: 0 }],
    [{ description: 'x', unit_amount: 1, quantity: 1e-7 }],
    [{ description: 'x', unit_amount: 1, unit_code: 'PIECE' }],
    [{ description: 'x', unit_amount: 1, tax_rate: 101 }],
    [{ description: 'x', unit_amount: 1, tax_rate: 19, tax_category: 'Z' }],
    [{ description: 'a\0b', unit_amount: 1 }],
    Array.from({ length: 201 }, () => ({ description: 'x', unit_amount: 1 })),
  ],
  address: [{}, 'text', { street: 'A 1', city: 'Wien', country: 'Austria' }, { street: '', city: 'Wien', country: 'AT' }, []],
  tax_id: ['a\0b', 'x'.repeat(51), 5, {}],
  electronic_address: [{}, 'text', { scheme: 'e-mail', value: 'a@client.example' }, { scheme: 'EM', value: '' }],
  ...Object.fromEntries(evidenceTexts.map((name) => [name, ['', 'a\0b', 'x'.repeat(20_001), 5, {}]])),
}
/** Members that are read in place of `amount`. */
const instead = new Set(['amount_usd', 'amount_fiat'])
const DID = 'did:web:shop.example'
const DEPOSITOR = 'bcrt1qq5zs2pg9q5zs2pg9q5zs2pg9q5zs2pg9ajutfp'
/** Unknown names in rates have their own tests. */
const ofRates = new Set(['crypto', 'coins', 'fiat', 'cryptocurrencies', 'fiat_currency'])

/** An amount of a coin is rounded to its decimals, so a finer one is none of them. */
const badCoins = (bad['amount'] ?? []).filter((value) => value !== '12.3456789')

/** How fine and how large an amount may be follows from its payment, which is looked for first. */
const badOfPayment = badCoins.filter((value) => value !== 1e-30 && value !== 1e30)

const valid: Readonly<Record<string, Json>> = {
  escrows_create: { chain: 'BTC', amount: 0.01, depositor_address: DEPOSITOR, beneficiary_address: MERCHANT_BTC },
  escrows_authenticate: { token: 'esc_guess' },
  escrows_release: { release_token: 'esc_guess' },
  escrows_refund: { release_token: 'esc_guess' },
  escrows_dispute: { token: 'esc_guess', reason: 'mischief' },
  identity_receipts_list: { did: DID },
  identity_credentials_list: { did: DID },
  accounts_recovery_changePassword: { current_password: 'correct horse battery staple' },
  accounts_recovery_resetPassword: { token: 'x'.repeat(43), password: 'correct horse battery' },
  accounts_secondFactor: { ticket: 'x'.repeat(43), code: '492039' },
  accounts_register: { email: 'new@shop.example', password: 'correct horse battery' },
}
// Sign-in and reset requests reveal nothing about an address. A register is a file, and no procedure.
const apart = new Set(['invoices_register', 'accounts_login', 'accounts_recovery_askForReset', 'rates_get', 'rates_convert', 'rates_list'])

const at = (from: unknown, ...keys: string[]): Json => keys.reduce<Json>((inner, key) => (inner[key] ?? {}) as Json, (from ?? {}) as Json)

const operations: Operation[] = describedOperations.flatMap(({ id, method, path, described }) => {
  const inBody = Object.keys(at(described, 'requestBody', 'content', 'application/json', 'schema', 'properties'))
  const inQuery = ((described['parameters'] ?? []) as Json[]).filter((one) => one['in'] === 'query').map((one) => String(one['name']))
  // A malformed id of a card escrow is an unknown one.
  const members = [...inBody, ...inQuery].filter((member) => !ofRates.has(member) && member !== 'escrow_id')
  if (members.length === 0 || apart.has(id)) return []
  const procedure = id.replace(/_\d+$/, '').replaceAll('_', '.')
  return [{ id, name: `${method} ${path}`, method, path, procedure, members, valid: valid[id] ?? {} }]
})

let server: TestServer
let shop: Awaited<ReturnType<typeof openShop>>
let objects: Readonly<Record<string, string>>
beforeAll(async () => {
  server = await startTestServer(undefined, { default: 1_000_000, anonymous: 1_000_000, creation: 1_000_000 })
  shop = await openShop(server)
  objects = await openObjects(server, shop.key)
})
afterAll(() => server.close())

const owned = () => ({
  businessId: shop.businessId,
  paymentId: shop.businessId,
  keyId: 'nobodys00key',
  deliveryId: shop.businessId,
  objects,
})
const bodyOf = (operation: Operation): Json => ({ ...operation.valid, ...fixtures[operation.id]?.body?.(owned()) })

const pathOf = ({ id, path }: Operation): Readonly<Record<string, string>> =>
  fixtures[id]?.path?.(owned()) ?? (path.includes('{id}') ? { id: shop.businessId } : {})

function overRest(operation: Operation, change: Json): Promise<Heard> {
  const path = Object.entries(pathOf(operation)).reduce((text, [name, value]) => text.replace(`{${name}}`, value), operation.path)
  const headers = { 'content-type': 'application/json' }
  if (operation.method !== 'GET')
    return server.say(operation.method, path, { key: shop.token, headers, body: { ...bodyOf(operation), ...change } })
  const members = Object.entries({ ...operation.valid, ...change })
  const query = new URLSearchParams(Object.fromEntries(members.map(([name, value]) => [name, String(value)])))
  return server.say('GET', `${path}?${query.toString()}`, { key: shop.token })
}

function overRpc(operation: Operation, change: Json): Promise<Heard> {
  const input = { ...pathOf(operation), ...bodyOf(operation), ...change }
  return queries.has(operation.procedure)
    ? server.say('GET', `/trpc/${operation.procedure}?input=${encodeURIComponent(JSON.stringify(input))}`, { key: shop.token })
    : server.say('POST', `/trpc/${operation.procedure}`, { key: shop.token, body: input })
}

/** Procedures that only read, whatever the method of their operation. */
const queries = new Set(restProcedures(appRouter).flatMap(({ name, type }) => (type === 'query' ? [name] : [])))

/** Members that mean something else in one operation. */
const badOf: Readonly<Record<string, readonly unknown[]>> = {
  'escrows_create amount': badCoins,
  'identity_receipts_submit amount': badCoins,
  'identity_receipts_submit currency': ['', ' ', 'a\0b', 'x'.repeat(65), ['USD'], 1],
  'payments_refund amount': badOfPayment,
  'payments_refund address': ['', 'a\0b', 'x'.repeat(201), 5, {}],
  'invoices_refund address': ['', 'a\0b', 'x'.repeat(201), 5, {}],
}

/** A query carries texts only, and an empty one counts as absent where a name is expected. */
const refusedIn = ({ id, method }: Pick<Operation, 'id' | 'method'>, member: string): readonly unknown[] =>
  (badOf[`${id} ${member}`] ?? bad[member] ?? []).filter(
    (value) => (method !== 'GET' || typeof value === 'string') && (value !== '' || !(method === 'GET' || clears.test(id))),
  )
/** An empty text clears a member there. */
const clears = /^invoices_(?:clients_)?update/

/** Details are a list of members with problems, or one member with facts. */
const fieldsOf = (details: unknown): string[] => [
  ...new Set((Array.isArray(details) ? details : [details]).map((problem: unknown) => String(at(problem)['field']).split('.')[0] ?? '')),
]

test('every member of an operation has rejected values in this test', () => {
  expect(operations.flatMap(({ members }) => members).filter((member) => !(member in bad))).toEqual([])
})

describe.each(operations)('$name', (operation) => {
  const members = operation.members.filter((member) => refusedIn(operation, member).length > 0)
  test.each(members)('rejects invalid values of %s with 400 and names the member, over both transports', async (member) => {
    for (const value of refusedIn(operation, member)) {
      const change = instead.has(member) ? { amount: null, [member]: value } : { [member]: value }
      const { status, body } = await overRest(operation, change)
      expect([value, status, body['success'], fieldsOf(body['details'])]).toEqual([value, 400, false, [member]])
      const rpc = await overRpc(operation, change)
      expect([value, rpc.status, fieldsOf(at(rpc.body, 'error', 'data', 'refusal')['details'])]).toEqual([value, 400, [member]])
    }
  })
})
