import type { CreateSeriesInput } from '@gateway/contract/series-inputs'
import type { SeriesChildFacts } from '@gateway/contract/series'
import { insertTogether } from '@gateway/db/kernel/insert-together'
import type { EscrowEntity } from '@gateway/db/escrows/escrow.entity'
import type { SeriesEntity } from '@gateway/db/series/series.entity'
import type { Actor } from '@gateway/domain/accounts/merchant'
import type { Business } from '@gateway/domain/businesses/business'
import { TestModeNotServed } from '@gateway/domain/businesses/errors'
import { RateUnavailable } from '@gateway/domain/rates/errors'
import { InvalidField } from '@gateway/domain/kernel/error'
import { OnboardingRequired } from '@gateway/domain/cards/errors'
import { scheduleOf } from '@gateway/domain/series/series'
import { seriesMachine } from '@gateway/domain/series/series-machine'
import { firstAnchor } from '@gateway/domain/series/slot-anchor'
import { planTick } from '@gateway/domain/series/tick-plan'
import { findTakingAccount } from '../cards/accounts/find-taking-account.ts'
import { resolveBusiness } from '../businesses/resolve-business.ts'
import { requireDestinationProof } from '../businesses/wallets/require-destination-proof.ts'
import { requirePin } from '../custody/pins/require-pin.ts'
import { hasAddress } from '../escrows/creation/allocate-place.ts'
import { countCreation } from '../escrows/creation/create-escrow.ts'
import { readParties } from '../escrows/creation/draft-escrow.ts'
import { escrowRail } from '../escrows/creation/escrow-rail.ts'
import { type Keep, storeResponse } from '../idempotency/idempotency-keys.ts'
import type { ApiContext } from '../kernel/context.ts'
import { messageRows } from '../outbox/enqueue.ts'
import { transaction } from '../kernel/transaction.ts'
import { minorUnitsOf } from '../rates/minor-units-of.ts'
import { type ChildDraft, draftChild } from './periods/draft-child.ts'
import { openChild } from './periods/open-child.ts'
import { startSeries } from './workflow-messages.ts'

/** A new series, with its first child unless that waits for a rate. Nobody but the customer gets the tokens of the child. */
export interface CreatedSeries {
  readonly series: SeriesEntity
  readonly escrow?: EscrowEntity | undefined
  /** The first child of a series that takes cards. */
  readonly child?: SeriesChildFacts | undefined
}

interface Creation {
  readonly actor: Actor
  readonly terms: CreateSeriesInput
  readonly keep?: Keep<CreatedSeries> | undefined
}

/**
 * Creates a series, and opens its first child in the same transaction; without a rate the child is due and opens with the next accepted one.
 *
 * @throws {TestModeNotServed} {TooManyAttempts} {OnboardingRequired} {UnsupportedBlockchain} {InvalidAddress} {AddressUnchecked} {InvalidAmount} {AmountTooSmall} {AmountTooLarge}
 * @throws {AddressUnavailable} {BusinessRequired} {ForbiddenBusiness}
 * @throws {InsufficientScope} {ConfirmationRequired} for a beneficiary that is no wallet of the business, as for a new one.
 */
export async function createSeries(ctx: ApiContext, { actor, terms, keep }: Creation): Promise<CreatedSeries> {
  if (actor.mode === 'test') throw new TestModeNotServed()
  const business = await resolveBusiness(ctx, { actor, businessId: terms.businessId })
  const series = await draftSeries(ctx, { actor, business, terms })
  const child = await firstChild(ctx, { series, business })
  await countCreation(ctx, business)
  const created = await commit(ctx, { series, child, keep })
  if (child?.escrow && hasAddress(child.escrow)) await requirePin(ctx, child.escrow.addressTerms)
  return created
}

async function commit(
  ctx: ApiContext,
  { series: drafted, child, keep }: { series: SeriesEntity; child: ChildDraft | undefined; keep: Creation['keep'] },
): Promise<CreatedSeries> {
  const { created, outboxIds } = await transaction(ctx, async (em) => {
    const series = structuredClone(drafted)
    const opened = child && (await openChild(em, ctx, { series, child, by: 'creation' }))
    const written: CreatedSeries = { series, escrow: opened?.created?.escrow, child: cardChildOf(series, child) }
    const told = opened ? [] : await insertTogether(em, [{ into: 'series', rows: [series] }, messageRows(em, ctx, [startSeries(series)])])
    await storeResponse(em, keep, written)
    return { created: written, outboxIds: opened?.outboxIds ?? told }
  })
  ctx.tryNow(outboxIds)
  return created
}

async function firstChild(
  ctx: ApiContext,
  { series, business }: { series: SeriesEntity; business: Business },
): Promise<ChildDraft | undefined> {
  const plan = planTick(scheduleOf(series, business.timeZone), series.createdAt)
  if (plan.input !== 'charge') throw new Error('a new series is due at once')
  try {
    return await draftChild(ctx, { series, business, plan, now: series.createdAt })
  } catch (error) {
    if (error instanceof RateUnavailable) return undefined
    throw error
  }
}

/** The first child of a new series as it is answered, when it takes a card. */
function cardChildOf(series: SeriesEntity, child: ChildDraft | undefined): SeriesChildFacts | undefined {
  if (!child?.card) return undefined
  const { payment, escrow } = child.card
  const { amountMinor, currency } = series
  const coins = { amountUnits: null, asset: null, address: null, email: undefined }
  const { period, slot } = child.plan
  const shown = { seriesId: series.id, period, escrowId: escrow.id, state: escrow.state, checkoutUrl: payment.checkoutUrl }
  return { ...coins, ...shown, amountMinor, currency, dueAt: slot.at, createdAt: payment.createdAt }
}

interface Asked<Terms = CreateSeriesInput> {
  readonly actor: Actor
  readonly business: Business
  readonly terms: Terms
}

/** A series that is not written yet. */
const draftSeries = (ctx: ApiContext, { actor, business, terms }: Asked): Promise<SeriesEntity> =>
  terms.paymentMethod === 'card' ? draftForCards(ctx, { actor, business, terms }) : draftForCoins(ctx, { actor, business, terms })

async function draftForCoins(
  ctx: ApiContext,
  { actor, business, terms }: Asked<Extract<CreateSeriesInput, { paymentMethod: 'crypto' }>>,
): Promise<SeriesEntity> {
  const rail = escrowRail(ctx, terms.asset)
  const { beneficiary, depositor } = await readParties(ctx, { rail, terms, business })
  requireDestinationProof(ctx, { actor, business, chain: rail.chain, address: beneficiary })
  const amountMinor = minorUnitsOf(terms.amount, terms.currency)
  const coins = { asset: terms.asset, beneficiaryAddress: beneficiary, depositorAddress: depositor }
  return { ...newSeries(ctx, { business, terms }), ...coins, amountMinor, processorAccountId: null }
}

/** @throws {OnboardingRequired} while the business takes no card escrows. @throws {InvalidField} for an account that is not its own. */
async function draftForCards(
  ctx: ApiContext,
  { business, terms }: Asked<Extract<CreateSeriesInput, { paymentMethod: 'card' }>>,
): Promise<SeriesEntity> {
  const id = await findTakingAccount(ctx, { business, kind: 'escrow' })
  if (id === null) throw new OnboardingRequired('payment_method')
  if (terms.processorAccountId !== id)
    throw new InvalidField('processor_account_id', 'must be the account of this business at the card processor')
  const coins = { asset: null, beneficiaryAddress: null, depositorAddress: null }
  return { ...newSeries(ctx, { business, terms }), ...coins, amountMinor: terms.amountMinor, processorAccountId: id }
}

type CoinsAndAmount = 'asset' | 'beneficiaryAddress' | 'depositorAddress' | 'amountMinor' | 'processorAccountId'

function newSeries(ctx: ApiContext, { business, terms }: Pick<Asked, 'business' | 'terms'>): Omit<SeriesEntity, CoinsAndAmount> {
  const { paymentMethod, customerEmail, currency, interval } = terms
  const createdAt = ctx.clock.now()
  const anchor = firstAnchor({ createdAt, timeZone: business.timeZone, interval })
  return {
    ...blankSeries,
    id: ctx.ids.uuid(),
    merchantId: business.merchantId,
    businessId: business.id,
    paymentMethod,
    customerEmail,
    description: terms.description ?? null,
    currency,
    interval,
    maxPeriods: terms.maxPeriods ?? null,
    anchorSlot: anchor.index,
    anchorLocalTime: anchor.localTime,
    nextChargeAt: createdAt,
    tryAt: createdAt,
    createdAt,
    updatedAt: createdAt,
  }
}

const blankSeries = {
  mode: 'live' as const,
  state: seriesMachine.initial,
  periodsCompleted: 0,
  latestSlot: null,
  eventSequence: 0,
  stateVersion: 1,
}
