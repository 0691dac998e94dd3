import type Stripe from 'stripe'
import { expectTypeOf, test } from 'vitest'
import type { ObjectOf } from '../objects/stored-object.ts'

/** What may be sent of a value: the double leaves members out, and nobody writes through its types. */
type PartOf<Value> = Value extends readonly (infer Item)[]
  ? readonly PartOf<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]?: PartOf<Value[Name]> }
    : Value

/** The members of a stored object that the client's types do not have, or have otherwise. */
type Wrong<Ours, Theirs> = {
  [Name in keyof Ours]-?: Name extends keyof Theirs ? (Ours[Name] extends PartOf<Theirs[Name]> ? never : Name) : Name
}[keyof Ours]

/** Members that hold what was sent, whatever it was; `checkParams` has seen it. */
type Sent = 'business_profile' | 'evidence' | 'settings'

test('every member of a stored object has the name and the type that the client gives it', () => {
  expectTypeOf<Wrong<Omit<ObjectOf<'account'>, Sent>, Stripe.Account>>().toEqualTypeOf<never>()
  expectTypeOf<Wrong<ObjectOf<'application_fee'>, Stripe.ApplicationFee>>().toEqualTypeOf<never>()
  expectTypeOf<Wrong<ObjectOf<'balance_transaction'>, Stripe.BalanceTransaction>>().toEqualTypeOf<never>()
  expectTypeOf<Wrong<ObjectOf<'charge'>, Stripe.Charge>>().toEqualTypeOf<never>()
  expectTypeOf<Wrong<ObjectOf<'checkout.session'>, Stripe.Checkout.Session>>().toEqualTypeOf<never>()
  expectTypeOf<Wrong<Omit<ObjectOf<'dispute'>, Sent>, Stripe.Dispute>>().toEqualTypeOf<never>()
  expectTypeOf<Wrong<Omit<ObjectOf<'event'>, 'type'>, Stripe.EventBase>>().toEqualTypeOf<never>()
  expectTypeOf<Wrong<ObjectOf<'fee_refund'>, Stripe.FeeRefund>>().toEqualTypeOf<never>()
  expectTypeOf<Wrong<ObjectOf<'file'>, Stripe.File>>().toEqualTypeOf<never>()
  expectTypeOf<Wrong<ObjectOf<'payment_intent'>, Stripe.PaymentIntent>>().toEqualTypeOf<never>()
  expectTypeOf<Wrong<ObjectOf<'payout'>, Stripe.Payout>>().toEqualTypeOf<never>()
  expectTypeOf<Wrong<ObjectOf<'refund'>, Stripe.Refund>>().toEqualTypeOf<never>()
  expectTypeOf<Wrong<ObjectOf<'transfer'>, Stripe.Transfer>>().toEqualTypeOf<never>()
  expectTypeOf<Wrong<ObjectOf<'transfer_reversal'>, Stripe.TransferReversal>>().toEqualTypeOf<never>()
})
