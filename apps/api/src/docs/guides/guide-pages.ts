import type { Json } from '../reference/json.ts'
import type { Deployment } from '../deployment.ts'
import type { DocPage, Place } from '../page.ts'
import { casePlaces } from '../tables/case-table.ts'
import { guideValues } from './guide-values.ts'
import { readGuide } from './read-guide.ts'

type Guide = Pick<DocPage, 'slug' | 'title' | 'summary' | 'shape'> & { readonly file: string }

/** The guides in the order in which a merchant needs them. */
const guides: readonly Guide[] = [
  { slug: '', file: 'quick-start', title: 'Quick start', summary: 'From an account to a paid order in six steps.', shape: 'prose' },
  {
    slug: 'webhooks',
    file: 'webhooks',
    title: 'Webhooks',
    summary: 'Receive and verify webhooks, expect repeats, redeliver and catch up.',
    shape: 'prose',
  },
  {
    slug: 'statuses',
    file: 'statuses',
    title: 'Statuses and events',
    summary: 'What each status means, which event comes with it, and how many confirmations it takes.',
    shape: 'prose',
  },
  {
    slug: 'goes-wrong',
    file: 'goes-wrong',
    title: 'When a payment goes wrong',
    summary: 'Every exception: what happens to the money, what you can do, and the fee. How money is returned.',
    shape: 'wide',
  },
  {
    slug: 'escrows',
    file: 'escrows',
    title: 'Escrows',
    summary: 'Hold the money of one party until it releases it to the other: create, pay in, release, dispute.',
    shape: 'prose',
  },
  {
    slug: 'recurring',
    file: 'recurring',
    title: 'Recurring payments',
    summary: 'Ask the same customer every week or month: a series of escrows, its e-mails, changes and outcomes.',
    shape: 'prose',
  },
  {
    slug: 'lightning',
    file: 'lightning',
    title: 'Lightning wallets',
    summary: 'Receive and send bitcoin in seconds: enable a wallet, show an invoice, take an address, send, and what pending means.',
    shape: 'prose',
  },
  {
    slug: 'sign-in',
    file: 'sign-in',
    title: 'Sign in with the gateway',
    summary: 'Let users sign in to your website or app with their account here, and call the API for them where they allow it.',
    shape: 'prose',
  },
  {
    slug: 'identity',
    file: 'identity',
    title: 'Identity and reputation',
    summary: 'Claim a DID, bind it to an escrow, write receipts, read a score, show a badge, and verify a credential.',
    shape: 'prose',
  },
  {
    slug: 'reputation',
    file: 'reputation',
    title: 'How a reputation is made',
    summary: 'The whole formula, its numbers, an example, and a program that computes a score again from public receipts.',
    shape: 'prose',
  },
  {
    slug: 'errors',
    file: 'errors',
    title: 'Errors and idempotency',
    summary: 'Every error code with what to do, what to retry, and how to create things only once.',
    shape: 'wide',
  },
  {
    slug: 'plans',
    file: 'plans',
    title: 'Plans and limits',
    summary: 'The fee and the monthly limit of each plan, requests per minute, and how an operator sets them.',
    shape: 'prose',
  },
  {
    slug: 'testing',
    file: 'testing',
    title: 'Testing',
    summary: 'How to test without real money, and why a test key creates no payments yet.',
    shape: 'prose',
  },
  { slug: 'go-live', file: 'go-live', title: 'Go live', summary: 'What to check before the first real payment.', shape: 'prose' },
]

/** The guides, with the values of a deployment. */
export const guidePages = (description: Json, deployment: Deployment): DocPage[] => {
  const values = guideValues(description, deployment)
  const places: Readonly<Record<string, readonly Place[]>> = { 'goes-wrong': casePlaces(deployment.rules) }
  return guides.map(({ file, ...page }) => ({
    ...page,
    section: 'guides',
    draw: (ink) => ({ ...readGuide(file, values, ink), places: places[file] ?? [] }),
  }))
}
