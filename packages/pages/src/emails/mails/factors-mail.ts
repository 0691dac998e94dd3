import type { FactorChange } from '@gateway/domain/accounts/factors'
import type { FactorsChanged } from '../email-facts.ts'
import type { Mail } from '../mail.ts'
import { hostOf, product } from '../product.ts'
import { exact, own, say } from '../words.ts'
import { merchantMail, moment, place } from './merchant-words.ts'

const titles = {
  passkey_added: 'A passkey was added',
  passkey_removed: 'A passkey was removed',
  totp_added: 'An authenticator app was added',
  totp_removed: 'The authenticator app was removed',
  recovery_codes_replaced: 'New recovery codes were made',
  recovery_code_used: 'A recovery code was used to sign in',
} as const satisfies Record<FactorChange, string>

const meanings = {
  passkey_added: 'Sign-ins can be finished with it from now on.',
  passkey_removed: 'It signs in to nothing any more.',
  totp_added: 'Sign-ins can be finished with its codes from now on.',
  totp_removed: 'Its codes sign in to nothing any more.',
  recovery_codes_replaced: 'The earlier ones work no more.',
  recovery_code_used: 'It works no more. Make new ones before you run out of them.',
} as const satisfies Record<FactorChange, string>

/** The mail about a change of second factors. */
export const factorsChangedMail = ({ to, change, passkey, changedAt, from }: FactorsChanged, origin: string): Mail =>
  merchantMail(origin, {
    subject: `${titles[change]}: ${product} account`,
    preheader: say`${moment(changedAt)}, from ${from.address}. If it was you, there is nothing to do.`,
    title: say`${own(titles[change])}`,
    blocks: [
      { kind: 'paragraph', words: say`${own(meanings[change])}` },
      {
        kind: 'facts',
        facts: [
          ...(passkey === null ? [] : [{ name: 'Passkey', value: say`${passkey}` }]),
          { name: 'When', value: say`${moment(changedAt)}` },
          { name: 'From', value: place(from) },
        ],
      },
      {
        kind: 'note',
        tone: 'failed',
        title: say`Was it not you?`,
        words: say`Set a new password at once: send this address to ${exact('POST /api/auth/password/forgot')} and follow the link that is e-mailed to you. That ends every session. Then remove the factors that you do not know, and check that your wallets are still your own.`,
      },
    ],
    why: say`You get this because ${to} owns an account at ${own(hostOf(origin))}.`,
  })
