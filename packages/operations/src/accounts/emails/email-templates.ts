import type { LinkPurpose } from '@gateway/domain/accounts/email'
import type { BusinessId } from '@gateway/domain/kernel/id'
import type { Email } from '@gateway/providers/email/mailer'

/** An e-mail that only reports an event. It contains no text that an attacker could have written. */
export type Notice = { readonly kind: 'password_changed' } | WalletsChanged | SwitchedOff

/** New payments go to other wallets; `moment` is set when the change takes effect later. */
interface WalletsChanged {
  readonly kind: 'wallets_changed'
  readonly countsFrom: Date | null
}

/** Webhooks of a business were switched off because of its receiver's responses since a moment. */
interface SwitchedOff {
  readonly kind: 'webhooks_failing' | 'webhooks_gone'
  readonly businessId: BusinessId
  readonly since: Date
}

interface Words {
  readonly subject: string
  readonly lines: readonly string[]
}

const notices: Readonly<Record<Exclude<Notice, SwitchedOff>['kind'], Words>> = {
  password_changed: {
    subject: 'Your password was changed',
    lines: [
      'The password of your account was changed, and other sign-ins were ended.',
      'If that was not you, set a new password at once: ask for a link on the sign-in page.',
    ],
  },
  wallets_changed: {
    subject: 'Wallets of a business were changed',
    lines: [
      'The wallet addresses of one of your businesses were changed. Existing payments keep their addresses.',
      'If that was not you or one of your programs, revoke its API keys, change the addresses back and set a new password.',
    ],
  },
}

const switchedOff: Readonly<Record<SwitchedOff['kind'], (facts: { businessId: BusinessId; since: string }) => string>> = {
  webhooks_failing: ({ businessId, since }) =>
    `The receiver of business ${businessId} has accepted no webhook since ${since}. Webhooks are switched off after five days of failures.`,
  webhooks_gone: ({ businessId, since }) =>
    `The receiver of business ${businessId} answered on ${since} that it is gone (410). No more webhooks are sent.`,
}

const linked: Readonly<Record<LinkPurpose, Words & { readonly path: string; readonly operation: string }>> = {
  verify_email: {
    subject: 'Confirm your e-mail address',
    lines: ['Follow this link to confirm that this address is yours. It works once, for 24 hours.'],
    path: '/verify-email',
    operation: 'POST /api/auth/verify-email',
  },
  reset_password: {
    subject: 'Set a new password',
    lines: [
      'Follow this link to set a new password for your account. It works once, for 24 hours, and ends every sign-in.',
      'If you did not request it, ignore this e-mail: nothing has changed.',
    ],
    path: '/reset-password',
    operation: 'POST /api/auth/password/reset',
  },
}

/** The e-mail for a notice. */
export function noticeOf(notice: Notice, to: string): Email {
  const { subject, lines } = 'businessId' in notice ? wordsOf(notice) : notices[notice.kind]
  const wait = notice.kind === 'wallets_changed' && notice.countsFrom ? [waitOf(notice.countsFrom)] : []
  return { to, subject, text: `${[...lines, ...wait].join('\n\n')}\n` }
}

const waitOf = (moment: Date): string =>
  `Until ${readable(moment)} new payments still go to the former addresses. Changing the addresses back before then cancels the change.`

function wordsOf({ kind, businessId, since }: SwitchedOff): Words {
  return {
    subject: 'Webhooks of a business were switched off',
    lines: [
      switchedOff[kind]({ businessId, since: readable(since) }),
      'The event feed keeps every event for 30 days: GET /api/events.',
      `Once the receiver is mended, switch its webhooks on by setting their URL, which may be the one it was: PATCH /api/businesses/${businessId} with "webhook_url". What waited is sent then. POST /api/webhooks/test shows beforehand how the receiver answers.`,
    ],
  }
}

/** A moment to the minute, in UTC. */
const readable = (moment: Date): string => `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** An e-mail with a link. Browsers never send the fragment, so no log and no referrer contains the token. */
export function linkEmail(kind: LinkPurpose, { email, origin, token }: { email: string; origin: string; token: string }): Email {
  const { subject, lines, path, operation } = linked[kind]
  const link = `${origin}/account${path}#token=${token}`
  const text = [...lines, link, `Programs send the part behind "token=" to ${operation}.`].join('\n\n')
  return { to: email, subject, text: `${text}\n` }
}
