import type Stripe from 'stripe'
import type { OpenDouble } from './open-double.ts'

/** A connected account that may charge and is paid out. */
export async function openAccount({ stripe, control }: OpenDouble, country = 'DE'): Promise<string> {
  const capabilities = { card_payments: { requested: true }, transfers: { requested: true } }
  const { id } = await stripe.accounts.create({ type: 'express', country, email: 'ada@shop.example', capabilities })
  await control.do('completeOnboarding', { account: id })
  return id
}

/** Parameters of a session for one thing. */
export const sessionOf = (
  amount: number,
  currency = 'eur',
  data: Stripe.Checkout.SessionCreateParams.PaymentIntentData = {},
): Stripe.Checkout.SessionCreateParams => ({
  mode: 'payment',
  line_items: [{ quantity: 1, price_data: { currency, unit_amount: amount, product_data: { name: 'Order 7' } } }],
  success_url: 'https://shop.example/thanks?session={CHECKOUT_SESSION_ID}',
  cancel_url: 'https://shop.example/cart',
  payment_intent_data: data,
})

/** Sends a form of a hosted page as the command line does. */
export async function submit(url: string | null, form: Readonly<Record<string, string>>): Promise<unknown> {
  const response = await fetch(url ?? '', { method: 'POST', body: new URLSearchParams(form), headers: { accept: 'application/json' } })
  return response.json()
}

/** A payment on the payment page, done. */
export interface Paid {
  readonly session: Stripe.Checkout.Session
  readonly intent: string
  readonly charge: string
}

/** Creates a session and pays it. */
export async function payDirectly(
  { stripe }: OpenDouble,
  {
    account,
    amount,
    fee,
    currency = 'eur',
    card = '4242424242424242',
  }: { readonly account?: string; readonly amount: number; readonly fee?: number; readonly currency?: string; readonly card?: string },
): Promise<Paid> {
  const options = account === undefined ? {} : { stripeAccount: account }
  const created = await stripe.checkout.sessions.create(
    sessionOf(amount, currency, fee === undefined ? {} : { application_fee_amount: fee }),
    options,
  )
  await submit(created.url, { number: card })
  const session = await stripe.checkout.sessions.retrieve(created.id, { expand: ['payment_intent'] }, options)
  const intent = session.payment_intent as Stripe.PaymentIntent
  return { session, intent: intent.id, charge: idOf(intent.latest_charge) }
}

/** What a refused request was told. */
export async function refusalOf(asked: Promise<unknown>): Promise<Record<string, unknown>> {
  const error: unknown = await asked.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  // Every refusal of the client is one of its errors.
  const { statusCode, type, code, param, message } = error as Stripe.errors.StripeError
  return { statusCode, type, code, param, message }
}

/** The id of a member that is not expanded. */
export const idOf = (member: string | { readonly id: string } | null): string => (typeof member === 'string' ? member : (member?.id ?? ''))
