import type { LetterKind, LinkPurpose } from '@gateway/domain/accounts/letter'
import type { Letter } from '@gateway/providers/email/mailer'

/** Letters that only tell what has happened. */
export type NoticeKind = Exclude<LetterKind, LinkPurpose>

interface Words {
  readonly subject: string
  readonly lines: readonly string[]
}

const notices: Readonly<Record<NoticeKind, Words>> = {
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
      'The addresses that one of your businesses is paid at were changed. Payments that exist already keep theirs.',
      'If that was not you or one of your programs, revoke its API keys, change the addresses back and set a new password.',
    ],
  },
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
      'If you did not ask for it, ignore this letter: nothing has changed.',
    ],
    path: '/reset-password',
    operation: 'POST /api/auth/password/reset',
  },
}

/** What a notice says. It holds nothing that somebody could have put there. */
export function noticeOf(kind: NoticeKind, to: string): Letter {
  const { subject, lines } = notices[kind]
  return { to, subject, text: `${lines.join('\n\n')}\n` }
}

/** A letter with a link. The token stands behind the hash, which browsers send to nobody: no log and no referrer ever holds it. */
export function linkLetter(kind: LinkPurpose, { email, origin, token }: { email: string; origin: string; token: string }): Letter {
  const { subject, lines, path, operation } = linked[kind]
  const link = `${origin}/account${path}#token=${token}`
  const text = [...lines, link, `Programs send the part behind "token=" to ${operation}.`].join('\n\n')
  return { to: email, subject, text: `${text}\n` }
}
