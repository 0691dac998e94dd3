import type { Requester } from '@gateway/domain/accounts/requester'
import type { NamedBusiness } from '../email-facts.ts'
import type { Mail } from '../mail.ts'
import { hostOf, product } from '../product.ts'
import { formatMoment } from '../moment.ts'
import { exact, own, say, type Words } from '../words.ts'

/** A mail to a merchant: in English, from the product. */
export const merchantMail = (origin: string, mail: Omit<Mail, 'language' | 'merchant' | 'closing'>): Mail => ({
  ...mail,
  language: 'en',
  merchant: null,
  closing: say`${own(product)}, ${own(hostOf(origin))}. Nobody will ever ask for your recovery phrase.`,
})

/** A moment in a mail to a merchant. */
export const moment = (iso: string): string => formatMoment('en', iso)

/** Why the owner of a business gets a mail about it. */
export const asOwner = (to: string, { name }: NamedBusiness): Words => say`You get this because ${to} owns the account of ${name}.`

/** Where a request came from. */
export const place = ({ address, browser }: Requester): Words => say`${address}, ${own(browser)}`

/** Who made a change: an API key by its prefix, or the merchant. */
export const author = (to: string, byKey: string | null): Words => (byKey === null ? say`${to}, signed in` : say`API key ${exact(byKey)}…`)
