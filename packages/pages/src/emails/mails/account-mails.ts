import type { PasswordChanged, ResetPassword, VerifyEmail } from '../email-facts.ts'
import type { Block, Mail } from '../mail.ts'
import { merchantMail, moment, place } from './merchant-words.ts'
import { hostOf, product } from '../product.ts'
import { exact, own, say, strong } from '../words.ts'

/** The mail with the link that confirms an address. */
export const verifyEmailMail = ({ to, token, endsAt }: VerifyEmail, origin: string): Mail =>
  merchantMail(origin, {
    subject: `Confirm your e-mail address for ${product}`,
    preheader: say`The link works once, for 24 hours.`,
    title: say`Confirm your e-mail address`,
    blocks: [
      {
        kind: 'paragraph',
        words: say`You opened a ${own(product)} account with ${strong(to)}. Confirm that it is yours, so that we can tell you when something changes in it.`,
      },
      button('Confirm address', linkOf(origin, 'verify-email', token)),
      { kind: 'small', words: say`The link works once, until ${moment(endsAt)}.` },
      { kind: 'small', words: say`Did you not open an account? Then leave this alone. The account stays unconfirmed.` },
      forPrograms('POST /api/auth/verify-email'),
    ],
    why: say`You get this because this address was entered at ${own(hostOf(origin))}.`,
  })

/** The mail with the link that sets a new password. */
export const resetPasswordMail = ({ token, askedAt, from, endsAt }: ResetPassword, origin: string): Mail =>
  merchantMail(origin, {
    subject: `Choose a new password for ${product}`,
    preheader: say`The link works once, for 24 hours. Until then your old password stays.`,
    title: say`Choose a new password`,
    blocks: [
      {
        kind: 'paragraph',
        words: say`A password reset of this account was requested. If it was you, choose a new one. It ends all sessions; your API keys keep working.`,
      },
      button('Choose a new password', linkOf(origin, 'reset-password', token)),
      {
        kind: 'facts',
        facts: [
          { name: 'Requested', value: say`${moment(askedAt)}` },
          { name: 'From', value: place(from) },
          { name: 'Link works until', value: say`${moment(endsAt)}, once` },
        ],
      },
      { kind: 'small', words: say`If it was not you, do nothing. Without this link nobody can change the password.` },
      forPrograms('POST /api/auth/password/reset'),
    ],
    why: say`You get this because a password reset was requested at ${own(hostOf(origin))}.`,
  })

const ways = { old_password: 'with the old password', link: 'by an e-mailed link' } as const

const ended = { old_password: 'All other sessions were ended.', link: 'All sessions were ended.' } as const

/** The mail about a changed password. */
export const passwordChangedMail = ({ to, changedAt, by, from }: PasswordChanged, origin: string): Mail =>
  merchantMail(origin, {
    subject: `The password of your ${product} account was changed`,
    preheader: say`${moment(changedAt)}, from ${from.address}. If it was you, there is nothing to do.`,
    title: say`Your password was changed`,
    blocks: [
      { kind: 'paragraph', words: say`${own(ended[by])} API keys keep working.` },
      {
        kind: 'facts',
        facts: [
          { name: 'Changed', value: say`${moment(changedAt)}` },
          { name: 'How', value: say`${ways[by]}` },
          { name: 'From', value: place(from) },
        ],
      },
      {
        kind: 'note',
        tone: 'failed',
        title: say`Was it not you?`,
        words: say`Set a new password at once: send this address to ${exact('POST /api/auth/password/forgot')} and follow the link that is e-mailed to you. Then check that your wallets are still your own, and revoke API keys that you do not know.`,
      },
    ],
    why: say`You get this because ${to} owns an account at ${own(hostOf(origin))}.`,
  })

/** Browsers never send the part behind `#`, so no log and no referrer contains the token. */
const linkOf = (origin: string, page: string, token: string): string => `${origin}/account/${page}#token=${token}`

const button = (label: string, url: string): Block => ({ kind: 'button', label, url, orOpen: 'Or open' })

const forPrograms = (operation: string): Block => ({
  kind: 'small',
  words: say`Programs send the part behind “token=” to ${exact(operation)}.`,
})
