import { CreateCardPaymentInput, OnboardCardsInput } from '@gateway/contract/cards/inputs'
import type { SeenCardPayment } from '@gateway/contract/cards'
import type { CardEscrowEntity } from '@gateway/db/cards/card-escrow.entity'
import type { CardPaymentEntity } from '@gateway/db/cards/card-payment.entity'
import type { Orm } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { signPayload } from '@gateway/devnet/stripe/events/sign-payload'
import { type RunningStripe, startStripe } from '@gateway/devnet/stripe/start-stripe'
import { type CheckoutOutcome, payCheckout } from '@gateway/devnet/stripe/visit-pages'
import { createStripeClients } from '@gateway/providers/stripe/client'
import { createStripeProcessor } from '@gateway/providers/stripe/processor'
import { runFolder } from '@gateway/testing/run-folder'
import { createSecretKey, randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { requestOnboarding } from '../cards/accounts/request-onboarding.ts'
import { createCardPayment } from '../cards/charges/create-card-payment.ts'
import { receiveProcessorEvent } from '../cards/inbox/receive-event.ts'
import type { ProcessorContext } from '../cards/lifecycle/processor-context.ts'
import { findDueLooks, findDueWork } from '../cards/work/due-work.ts'
import { guardDecisions } from '../custody/decisions/guard-decisions.ts'
import { openHighWaterFile } from '../custody/recovery/high-water-file.ts'
import { chargeOwners } from '../jobs/charge-owners.ts'
import type { ApiContext, Log } from '../kernel/context.ts'
import { closeShop, openShop, type TestShop } from './test-shop.ts'

const stripeKeys = { checkout: 'rk_test_checkout', refunds: 'rk_test_refunds', transfers: 'rk_test_transfers' }
const MOST = 100
/** Work that fails is put off and reported, which a test would not see. */
const failing: Log = {
  info: () => {},
  warn: () => {},
  error: (fields, message) => process.stderr.write(`${message} ${JSON.stringify(fields)}\n`),
}

/** A shop with a card processor, whose role works whenever the api waits for it. */
export interface CardShop extends TestShop {
  readonly stripe: RunningStripe
  readonly processor: ProcessorContext
  /** Creates a card payment whose page nobody waits for. */
  plan(terms?: Readonly<Record<string, unknown>>): Promise<{ paymentId: string; intentId: string }>
  /** Onboards the business, and completes the account. @returns the id of the account. */
  onboard(terms?: Readonly<Record<string, unknown>>): Promise<string>
  /** Creates a card payment, in US dollars by default. */
  charge(terms?: Readonly<Record<string, unknown>>): Promise<SeenCardPayment>
  /** Pays the page of a card payment, with a card that is accepted by default. */
  pay(url: string | null, by?: PaidWith): Promise<CheckoutOutcome>
  /** Does everything that is due, until nothing is. */
  work(): Promise<void>
  /** The same for what no event has told, after a while. */
  look(ms: number): Promise<void>
  /** Receives a signed event of the processor about an object. */
  tell(event: ToldEvent): Promise<void>
  card(id: string): Promise<{ payment: CardPaymentEntity; escrow: CardEscrowEntity | undefined }>
}

/** The number of a test card, or another method that the page of the double offers. */
interface PaidWith {
  readonly number?: string
  readonly method?: string
}

/** An event of the processor: on the platform's account, unless it names another. */
export interface ToldEvent {
  readonly type: string
  readonly objectId: string
  readonly account?: string | null
  /** A new one by default. */
  readonly id?: string
}

const SECRET = 'whsec_of_the_test_shop'

/** Opens a shop with a double of the card processor. */
export async function openCardShop(changes: Partial<ApiContext> = {}): Promise<CardShop> {
  const stripe = await startDouble()
  const role: { shop?: CardShop } = {}
  // Like a notification: the role has worked before the api looks again.
  const hear: ApiContext['hear'] = async ({ ms }) => {
    if (role.shop) await role.shop.work()
    else await pause(Math.min(ms, 20))
  }
  const shop = await openShop({ hear, log: failing, ...changes })
  const processor: ProcessorContext = { ...(await processorFor(shop.ctx, stripe)), keys: shop.signer.keys }
  role.shop = { ...shop, stripe, processor, ...steps(shop, { stripe, processor }), ...views(shop) }
  return role.shop
}

/** Starts a double of the card processor. */
export const startDouble = (): Promise<RunningStripe> =>
  startStripe({ keys: Object.values(stripeKeys).map((key) => ({ key, permissions: 'all' as const })) })

/** The context of the role that calls a double, on the new database of an api. */
export async function processorFor(ctx: ApiContext, { url }: RunningStripe): Promise<ProcessorContext> {
  const processor: ProcessorContext = {
    ...ctx,
    decidesAs: 'processor',
    keys: { decisionKeys: [createSecretKey(randomBytes(32))] },
    sequence: openHighWaterFile(join(runFolder(), `processor-${randomUUID()}`)),
    chargeOwners,
    processor: createStripeProcessor(createStripeClients({ keys: stripeKeys, url })),
  }
  await guardDecisions(processor)()
  return processor
}

/** Closes both. */
export async function closeCardShop(shop: CardShop): Promise<void> {
  await shop.stripe.stop()
  await closeShop(shop)
}

const underWay = new WeakMap<Orm, Promise<void>>()

/** Does everything that is due at the processor, until nothing is; after what was begun before, which nobody may have awaited. */
export function workAll(processor: ProcessorContext): Promise<void> {
  const work = (underWay.get(processor.orm) ?? Promise.resolve()).then(() => workUntilIdle(processor))
  underWay.set(processor.orm, work)
  return work
}

async function workUntilIdle(processor: ProcessorContext): Promise<void> {
  for (;;) {
    const due = await findDueWork(processor, { most: MOST, busy: [] })
    if (due.length === 0) return
    await Promise.all(due.map(({ run }) => run()))
  }
}

function steps(shop: TestShop, { stripe, processor }: Pick<CardShop, 'stripe' | 'processor'>) {
  const { actor, ctx, businessId } = shop
  const db = () => tables(ctx.orm.em.fork())
  const termsOf = (terms: Readonly<Record<string, unknown>>) =>
    CreateCardPaymentInput.parse({ business_id: businessId, amount: 2_500, ...terms })
  return {
    work: () => workAll(processor),
    look: async (ms: number) => {
      ctx.clock.advance(ms)
      const due = await findDueLooks(processor, { most: MOST, busy: [] })
      await Promise.all(due.map(({ run }) => run()))
    },
    onboard: async (terms: Readonly<Record<string, unknown>> = {}) => {
      const wish = OnboardCardsInput.parse({ business_id: businessId, country: 'US', ...terms })
      const { processorAccountId } = await requestOnboarding(ctx, { actor, wish })
      await stripe.control.do('completeOnboarding', { account: processorAccountId })
      await db()
        .updateTable('processor_account')
        .set({ lookAt: ctx.clock.now() })
        .where('processorAccountId', '=', processorAccountId)
        .execute()
      ctx.clock.advance(1)
      await Promise.all((await findDueLooks(processor, { most: MOST, busy: [] })).map(({ run }) => run()))
      return processorAccountId
    },
    charge: (terms: Readonly<Record<string, unknown>> = {}) => createCardPayment(ctx, { actor, terms: termsOf(terms) }),
    plan: async (terms: Readonly<Record<string, unknown>> = {}) => {
      const hear = () => {
        throw new Abandoned()
      }
      await createCardPayment({ ...ctx, hear }, { actor, terms: termsOf(terms) }).catch((error: unknown) => {
        if (!(error instanceof Abandoned)) throw error
      })
      const newest = await db().selectFrom('processor_intent').selectAll().where('state', '=', 'planned').executeTakeFirstOrThrow()
      return { paymentId: newest.paymentId, intentId: newest.id }
    },
  }
}

/** What a customer and the processor do, and what is stored. */
function views({ ctx }: TestShop) {
  const db = () => tables(ctx.orm.em.fork())
  return {
    pay: (url: string | null, { number, method = number }: PaidWith = {}) => payCheckout(url ?? '', method),
    card: async (id: string) => ({
      payment: (await db().selectFrom('card_payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow()) as CardPaymentEntity,
      escrow: (await db().selectFrom('card_escrow').selectAll().where('paymentId', '=', id).executeTakeFirst()) as
        | CardEscrowEntity
        | undefined,
    }),
    tell: async ({ type, objectId, account = null, id = `evt_${ctx.ids.uuid()}` }: ToldEvent) => {
      const object = { object: type.split('.')[0], id: objectId }
      const body = JSON.stringify({ id, object: 'event', type, account, livemode: false, data: { object } })
      const signature = signPayload(body, SECRET, Math.floor(ctx.clock.now().getTime() / 1_000))
      await receiveProcessorEvent(ctx, { body: Buffer.from(body), signature, secrets: ['whsec_another', SECRET] })
    },
  }
}

/** Ends the wait for the processor. */
class Abandoned extends Error {}
