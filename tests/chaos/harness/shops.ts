import { onboardCards } from '@gateway/scripts/demo/onboard-cards'
import { call, type ShownPayment } from '@gateway/scripts/demo/client'
import { randomBytes } from 'node:crypto'
import { newWallets } from '../../support/wallets.ts'
import { askDatabase } from './ask-database.ts'
import { type Asset, type Chain, eachChain } from './chains.ts'
import type { Servers } from './servers.ts'

/** A business with wallets that only its own payments pay. */
export interface ChaosShop {
  readonly businessId: string
  readonly key: string
  /** A session of its merchant, which may name beneficiaries that are no wallets. */
  readonly token: string
  readonly secret: string
  readonly wallets: Readonly<Record<Chain, string>>
}

/** A merchant's shops, by payment window. */
export interface Shops {
  readonly all: readonly ChaosShop[]
  /** Windows of 15 minutes, longer than any fault. */
  patient(n: number): ChaosShop
  /** Windows of a minute. */
  hurried(n: number): ChaosShop
  /** Businesses that take cards. */
  cards(n: number): ChaosShop
  /** The business that sends all invoices, payable in coins and by card: its register has all their numbers. */
  invoices(): ChaosShop
  /** The business with the Lightning wallets. */
  lightning(): ChaosShop
}

/** The plan of a new business allows a hundred payments a month; some go to requests whose response was lost. */
const PAYMENTS_EACH = 60
const SHORT_WINDOW_S = 60

/** Opens the shops that this number of payments needs; all send webhooks to the same server. */
export async function openShops(
  api: string,
  ground: { servers: Servers; databaseUrl: string; webhookUrl: string; payments: number; cards: number; invoices: number; sends: number },
): Promise<Shops> {
  const body = { email: `chaos-${randomBytes(6).toString('hex')}@example.com`, password: randomBytes(12).toString('hex') }
  const { token } = await call<{ token: string }>(api, { path: '/auth/register', body })
  // E-mails to customers go out in the name of a confirmed address alone.
  await askDatabase(ground.databaseUrl, 'UPDATE merchant SET email_verified_at = now() WHERE email = $1', [body.email])
  const count = Math.ceil(ground.payments / PAYMENTS_EACH)
  const open = async (extra: object): Promise<ChaosShop> => {
    const fresh = await newWallets()
    const wallets = eachChain((chain) => fresh[chain])
    const business = await call<{ id: string; api_key: string; webhook_secret: string }>(api, {
      path: '/businesses',
      key: token,
      body: { name: 'Chaos shop', walletAddresses: wallets, webhook_url: ground.webhookUrl, webhook_events: ['*'], ...extra },
    })
    return { businessId: business.id, key: business.api_key, token, secret: business.webhook_secret, wallets }
  }
  const patient = await Promise.all(Array.from({ length: count }, () => open({})))
  const hurried = await Promise.all(Array.from({ length: count }, () => open({ payment_window_seconds: SHORT_WINDOW_S })))
  const cards = await Promise.all(Array.from({ length: Math.ceil(ground.cards / PAYMENTS_EACH) }, () => open({ walletAddresses: {} })))
  const invoices = await Promise.all(Array.from({ length: Math.min(1, ground.invoices) }, () => open({})))
  const lightning = await Promise.all(Array.from({ length: Math.min(1, ground.sends) }, () => open({ walletAddresses: {} })))
  for (const shop of [...cards, ...invoices]) await onboardCards({ api, ...shop })
  const of = (shops: readonly ChaosShop[]) => (n: number) => {
    const shop = shops[n % shops.length]
    if (!shop) throw new RangeError('no shops are open')
    return shop
  }
  const all = [...patient, ...hurried, ...cards, ...invoices, ...lightning]
  return {
    all,
    patient: of(patient),
    hurried: of(hurried),
    cards: of(cards),
    invoices: () => of(invoices)(0),
    lightning: () => of(lightning)(0),
  }
}

/** Creates a payment. @throws {Error} when the API rejects it, or does not answer: then the payment may still exist. */
export async function ask(api: string, { key }: ChaosShop, terms: { asset: Asset; dollars: number }): Promise<ShownPayment> {
  const body = { amount: terms.dollars, currency: 'USD', blockchain: terms.asset }
  return (await call<{ payment: ShownPayment }>(api, { path: '/payments/create', key, body })).payment
}
