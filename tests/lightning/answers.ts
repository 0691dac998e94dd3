import { type Answers, ago, type Refused, type Told } from '../screens/portal/answers.ts'
import { BUSINESS_ID, LONG_NAME } from '../screens/portal/business-answers.ts'

type Detail = Answers['lightning.portal.detail']
type Payment = Detail['payment']
type Wallet = Answers['lightning.portal.wallets']['wallets'][number]
type Preview = Answers['lightning.portal.preview']

export const LIGHTNING_ID = '4d7a9c20-1e5b-4f38-a6c2-8b0d3e7f5a19'
const DAY = 24 * 60
const HASH = '0001020304050607080900010203040506070809000102030405060708090102'
const PREIMAGE = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
const PAYEE = '03e7156ae33b0a208d0744199163177e909e80176e55d97a2f221ede0f934dd9ad'
/** The first example of BOLT11 with an amount: nobody can pay it. */
const INVOICE =
  'lnbc2500u1pvjluezsp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygspp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5xysxxatsyp3k7enxv4jsxqzpu9qrsgquk0rl77nj30yxdy8j9vdx85fkpmdla2087ne0xh8nhedh8w27kyke0lp53ut353s06fv3qfegext0eh0ymjpf39tuven09sam30g4vgpfna3rh'

const wallet: Wallet = {
  id: '7b2e4f61-0c9d-4a83-b5f7-2d1e6a8c3f40',
  wallet_id: 'main',
  business_id: BUSINESS_ID,
  status: 'active',
  lightning_address: 'kestrel@pay.example',
  balance_sats: 1_284_350,
  balance_msat: 1_284_350_417,
  available_sats: 1_279_299,
  reserved_sats: 5_051,
  created_at: ago(90 * DAY),
  livemode: true,
}
const popUp: Wallet = {
  ...wallet,
  id: '1c5d8e70-3b6f-4c92-8d04-9e7f2a1b6c53',
  wallet_id: 'pop-up',
  lightning_address: null,
  balance_sats: 0,
  balance_msat: 0,
  available_sats: 0,
  reserved_sats: 0,
}
const long: Wallet = {
  ...popUp,
  id: '2d6e9f81-4c70-4da3-9e15-af803b2c7d64',
  wallet_id: 'genossenschaftliche-kaffeeroesterei-und-feinkosthandlung-am-ufer',
  lightning_address: 'genossenschaftlichekaffeeroester@payments.feinkosthandlung.example',
  balance_sats: 99_999_999,
  available_sats: 99_999_999,
}

const received: Payment = {
  id: LIGHTNING_ID,
  wallet_id: 'main',
  business_id: BUSINESS_ID,
  payment_hash: HASH,
  payment_request: INVOICE,
  direction: 'incoming',
  amount_sats: 250_000,
  amount_msat: 250_000_000,
  fee_sats: 0,
  status: 'settled',
  description: 'Order 4192: Feldgrind hand grinder',
  destination: null,
  preimage: PREIMAGE,
  created_at: ago(9),
  settled_at: ago(8),
  livemode: true,
}
const open: Payment = { ...received, status: 'pending', preimage: null, settled_at: null, created_at: ago(2) }
const sent: Payment = { ...received, direction: 'outgoing', fee_sats: 13, destination: INVOICE, description: '1 cup coffee' }
const onItsWay: Payment = {
  ...sent,
  status: 'pending',
  fee_sats: 0,
  preimage: null,
  settled_at: null,
  amount_sats: 5_000,
  amount_msat: 5_000_500,
}

const settledDetail: Detail = {
  payment: received,
  fee_msat: 0,
  reserve_sats: 0,
  expires_at: ago(-51),
  is_internal: false,
  handed_at: null,
  is_held: false,
  lnurl: false,
  timeline: [],
}

const shown = (change: Partial<Detail>): Told => ({ 'lightning.portal.detail': { ...settledDetail, ...change } })

/** An invoice that nobody has paid yet. */
export const openInvoice = shown({ payment: open, expires_at: ago(-58) })
export const expiredInvoice = shown({ payment: { ...open, status: 'failed', created_at: ago(70) }, expires_at: ago(10) })
/** Paid at the address, with a comment. */
export const paidAtAddress = shown({
  payment: { ...received, description: 'Thanks for the beans', amount_sats: 1, amount_msat: 1_000 },
  lnurl: true,
})
export const settledSend = shown({ payment: sent, fee_msat: 12_345, reserve_sats: 2_500, handed_at: ago(9) })
export const pendingSend = shown({ payment: onItsWay, reserve_sats: 51, handed_at: ago(2), expires_at: ago(-40) })
export const waitingSend = shown({ payment: onItsWay, reserve_sats: 51, expires_at: ago(-40) })
export const heldSend = shown({ payment: onItsWay, reserve_sats: 51, is_held: true, expires_at: ago(-40) })
export const failedSend = shown({ payment: { ...onItsWay, status: 'failed' }, reserve_sats: 51, handed_at: ago(9), expires_at: ago(-40) })
export const sentInside = shown({
  payment: { ...sent, fee_sats: 0, destination: 'ada@pay.example', description: null },
  is_internal: true,
})

const row = (number: number, change: Partial<Payment>): Payment => ({ ...received, id: `l${number}`, ...change })
const rows: readonly Payment[] = [
  row(7, { ...open, id: 'l7' }),
  row(6, { ...onItsWay, id: 'l6' }),
  row(5, { amount_sats: 1, amount_msat: 1_000, description: null }),
  row(4, { ...sent, id: 'l4', amount_sats: 10_000_000, fee_sats: 99_999 }),
  row(3, { ...onItsWay, id: 'l3', status: 'failed', created_at: ago(2 * DAY) }),
  row(2, { wallet_id: long.wallet_id, description: LONG_NAME, created_at: ago(3 * DAY) }),
]

const listed = (payments: readonly Payment[]): Answers['lightning.portal.list'] => ({
  payments: [...payments],
  next_cursor: null,
  total: payments.length,
  total_is_capped: false,
})
const walletsOf = (wallets: readonly Wallet[]): Answers['lightning.portal.wallets'] => ({
  wallets: [...wallets],
  address_host: 'pay.example',
  total: wallets.length,
  limit: 100,
  offset: 0,
})

/** What wallets have together. */
const summed = (wallets: readonly Wallet[]): Answers['lightning.portal.balance'] => {
  const sum = (read: (one: Wallet) => number): number => wallets.reduce((all, one) => all + read(one), 0)
  return {
    available_sats: sum(({ available_sats }) => available_sats),
    reserved_sats: sum(({ reserved_sats }) => reserved_sats),
    balance_sats: sum(({ balance_sats }) => balance_sats),
  }
}
const having = (wallets: readonly Wallet[]) => ({
  'lightning.portal.wallets': walletsOf(wallets),
  'lightning.portal.balance': summed(wallets),
})

/** No wallet yet. */
export const noWallets: Told = { ...having([]), 'lightning.portal.list': listed([]) }
/** A wallet that was never used. */
export const unusedWallet: Told = { ...having([popUp]), 'lightning.portal.list': listed([]) }
/** Only one, so that no dialog asks which. */
export const oneWallet: Told = having([wallet])

const preview: Preview = {
  kind: 'invoice',
  destination: INVOICE,
  amount_sats: 250_000,
  amount_msat: 250_000_000,
  amount_is_fixed: true,
  fee_limit_sats: 2_500,
  available_sats: 1_279_299,
  remaining_sats: 1_026_799,
  is_enough: true,
  description: '1 cup coffee',
  payment_hash: HASH,
  payee: PAYEE,
  expires_at: ago(-58),
  is_internal: false,
}
const unknown = { description: null, payment_hash: null, payee: null, expires_at: null } as const
const previewed = (change: Partial<Preview>): Told => ({ ...oneWallet, 'lightning.portal.preview': { ...preview, ...change } })

export const readInvoice = previewed({})
export const readAddress = previewed({
  ...unknown,
  kind: 'address',
  destination: 'ada@wallet.example',
  amount_is_fixed: false,
  amount_sats: 1_000,
  amount_msat: 1_000_000,
  fee_limit_sats: 10,
  remaining_sats: 1_278_289,
})
export const readOwn = previewed({ is_internal: true, fee_limit_sats: 0, remaining_sats: 1_029_299 })
export const tooMuch = previewed({
  amount_sats: 10_000_000,
  amount_msat: 10_000_000_000,
  fee_limit_sats: 100_000,
  remaining_sats: -8_820_701,
  is_enough: false,
})
export const withoutAmount = previewed({
  amount_sats: null,
  amount_msat: null,
  fee_limit_sats: null,
  remaining_sats: null,
  amount_is_fixed: false,
})
/** What the server says of a text that is no invoice. */
export const unreadable: Refused = {
  status: 400,
  code: 'VALIDATION_ERROR',
  error: 'destination: must be a BOLT11 invoice or a Lightning Address',
}
export const alreadyPaid: Refused = { status: 409, code: 'ALREADY_PAID', error: 'This invoice is being paid, or was' }
export const nodeAway: Refused = {
  status: 503,
  code: 'LIGHTNING_UNAVAILABLE',
  error: 'The Lightning node does not answer; nothing was done',
}

/** What operators see while everything is well. */
const operatorLightning: Answers['operator.lightning'] = {
  funds: {
    local_sats: 4_812_330,
    unsettled_sats: 5_051,
    pending_sats: 0,
    hot_sats: 4_817_381,
    receivable_sats: 15_180_000,
    as_of: ago(1),
  },
  owed_sats: 1_284_351,
  cap_sats: 500_000_000,
  is_short: false,
  is_over_cap: false,
  open_invoices: 3,
  open_sends: 1,
  channels: [
    {
      id: `${HASH}:0`,
      peer: PAYEE,
      active: true,
      capacity_sats: 16_000_000,
      local_sats: 4_000_000,
      remote_sats: 11_990_000,
      unsettled_sats: 5_051,
    },
    {
      id: `${HASH}:1`,
      peer: PAYEE,
      active: false,
      capacity_sats: 4_000_000,
      local_sats: 812_330,
      remote_sats: 3_180_000,
      unsettled_sats: 0,
    },
  ],
  sends: [
    {
      id: LIGHTNING_ID,
      business_name: 'Kestrel Coffee',
      wallet_id: 'main',
      payment_hash: HASH,
      amount_sats: 5_000,
      reserve_sats: 51,
      calls: 4,
      problem: 'in flight',
      since: ago(42),
      next_look_at: ago(-1),
      temporal_url: 'https://temporal.example/namespaces/live/workflows/lightning-send%2F4d7a9c20',
    },
  ],
}

/** What operators see. */
export const operatorSees = operatorLightning
export const operatorIsShort: Answers['operator.lightning'] = { ...operatorLightning, is_short: true, open_sends: 0, sends: [] }
export const neverAsked: Answers['operator.lightning'] = { ...operatorLightning, funds: null, channels: [], open_sends: 0, sends: [] }

/** What the procedures of Lightning answer unless a scene says otherwise. */
export const lightningAnswers = {
  ...having([wallet, popUp, long]),
  'lightning.portal.list': listed(rows),
  'lightning.portal.detail': settledDetail,
  'lightning.portal.preview': preview,
  'lightning.address.get': { username: 'ada', available: true },
} as const satisfies Partial<Answers>
