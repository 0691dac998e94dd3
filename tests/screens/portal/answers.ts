import type { RouterOutputs } from '@gateway/api/router'

type Accounts = RouterOutputs['accounts']
type Businesses = RouterOutputs['businesses']
type Payments = RouterOutputs['payments']
type Escrows = RouterOutputs['escrows']
type Series = RouterOutputs['series']
type Webhooks = RouterOutputs['webhooks']

/** What the portal is told, by procedure. */
export interface Answers {
  readonly 'accounts.portal.current': Accounts['portal']['current']
  readonly 'accounts.portal.sessions': Accounts['portal']['sessions']
  readonly 'accounts.portal.signIn': Accounts['portal']['signIn']
  readonly 'accounts.factors.list': Accounts['factors']['list']
  readonly 'accounts.factors.startTotp': Accounts['factors']['startTotp']
  readonly 'accounts.factors.newRecoveryCodes': Accounts['factors']['newRecoveryCodes']
  readonly 'businesses.list': Businesses['list']
  readonly 'businesses.get': Businesses['get']
  readonly 'businesses.create': Businesses['create']
  readonly 'businesses.rotateWebhookSecret': Businesses['rotateWebhookSecret']
  readonly 'businesses.keys.list': Businesses['keys']['list']
  readonly 'businesses.keys.create': Businesses['keys']['create']
  readonly 'businesses.portal.overview': Businesses['portal']['overview']
  readonly 'businesses.portal.onboarding': Businesses['portal']['onboarding']
  readonly 'businesses.portal.audit': Businesses['portal']['audit']
  readonly 'businesses.portal.checkAddress': Businesses['portal']['checkAddress']
  readonly 'escrows.create': Escrows['create']
  readonly 'escrows.events': Escrows['events']
  readonly 'escrows.portal.list': Escrows['portal']['list']
  readonly 'escrows.portal.coins': Escrows['portal']['coins']
  readonly 'escrows.portal.detail': Escrows['portal']['detail']
  readonly 'operator.businesses': RouterOutputs['operator']['businesses']
  readonly 'operator.overview': RouterOutputs['operator']['overview']
  readonly 'operator.disputes': RouterOutputs['operator']['disputes']
  readonly 'series.list': Series['list']
  readonly 'series.get': Series['get']
  readonly 'series.portal.calendar': Series['portal']['calendar']
  readonly 'payments.tokens': Payments['tokens']
  readonly 'payments.portal.list': Payments['portal']['list']
  readonly 'payments.portal.totals': Payments['portal']['totals']
  readonly 'payments.portal.attention': Payments['portal']['attention']
  readonly 'payments.portal.detail': Payments['portal']['detail']
  readonly 'payments.portal.refund': Payments['portal']['refund']
  readonly 'rates.portal.sources': RouterOutputs['rates']['portal']['sources']
  readonly 'webhooks.events': Webhooks['events']
  readonly 'webhooks.portal.endpoint': Webhooks['portal']['endpoint']
  readonly 'webhooks.portal.deliveries': Webhooks['portal']['deliveries']
  readonly 'webhooks.portal.delivery': Webhooks['portal']['delivery']
}

/** A refusal instead of an answer; a procedure that has `never` is never answered. */
export interface Refused {
  readonly status: number
  readonly code: string
  readonly error: string
}

export type Told = { readonly [Name in keyof Answers]?: Answers[Name] | Refused | 'never' }

/** What the server says when it cannot. */
export const broken: Refused = { status: 500, code: 'INTERNAL_ERROR', error: 'Something failed on our side' }

/** What asks for a confirmation first. */
export const unconfirmed: Refused = { status: 403, code: 'CONFIRMATION_REQUIRED', error: 'Confirm your identity first' }

/** When every picture is taken. */
export const NOW = new Date('2026-10-14T12:40:00.000Z')

const MINUTE_MS = 60_000

/** A time so many minutes before the pictures. */
export const ago = (minutes: number): string => new Date(NOW.getTime() - minutes * MINUTE_MS).toISOString()
