import type { ApiKeyCreated } from '../email-facts.ts'
import { fitSubject } from '../inserted-text.ts'
import type { Mail } from '../mail.ts'
import { asOwner, author, merchantMail, moment, place } from './merchant-words.ts'
import { exact, say } from '../words.ts'

/** The mail about a new live API key. The key is not in it. */
export const apiKeyCreatedMail = (facts: ApiKeyCreated, origin: string): Mail => {
  const { to, business, name, keyId, prefix, scopes, expiresAt, createdAt, byKey, from } = facts
  return merchantMail(origin, {
    subject: fitSubject(business.name, (shown) => `${shown}: a live API key was created`),
    preheader: say`${name ?? 'It has no name'}. It allows ${allowed(scopes)}.`,
    title: say`A live API key of ${business.name} was created`,
    blocks: [
      {
        kind: 'paragraph',
        words: say`A holder of this key can do everything it allows, without a password. The key itself was shown once and is not in this mail.`,
      },
      {
        kind: 'facts',
        facts: [
          { name: 'Name', value: say`${name ?? 'none'}` },
          { name: 'Begins with', value: say`${exact(prefix)}` },
          { name: 'Allows', value: say`${allowed(scopes)}` },
          { name: 'Expires', value: say`${expiresAt === null ? 'never' : moment(expiresAt)}` },
          { name: 'Created', value: say`${moment(createdAt)}` },
          { name: 'By', value: author(to, byKey) },
          { name: 'From', value: place(from) },
        ],
      },
      {
        kind: 'note',
        tone: 'held',
        title: say`Was it not you?`,
        words: say`Revoke the key with ${exact(`DELETE /api/businesses/${business.id}/api-keys/${keyId}`)}. It stops working within 5 seconds. Then set a new password.`,
      },
    ],
    why: asOwner(to, business),
  })
}

/** Scopes in words: `payments:read` is "read payments". */
function allowed(scopes: readonly string[]): string {
  if (!scopes.includes('*')) return scopes.map((scope) => scope.split(':').toReversed().join(' ')).join(', ')
  return scopes.includes('wallets:write') ? 'everything, changing wallets too' : 'everything but changing wallets'
}
