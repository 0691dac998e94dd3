import { assetOf } from '@gateway/domain/money/asset'
import type { WalletChange, WalletsChanged } from '../email-facts.ts'
import { fitSubject } from '../inserted-text.ts'
import type { Fact, Mail } from '../mail.ts'
import { asOwner, author, merchantMail, moment, place } from './merchant-words.ts'
import { exact, say, type Words } from '../words.ts'

/** The mail about changed wallets. It names old and new wallets, which are the merchant's own and never to be paid to. */
export function walletsChangedMail(facts: WalletsChanged, origin: string): Mail {
  const { to, business, changes, changedAt, countsFrom, byKey, from } = facts
  const what = nameOf(changes)
  return merchantMail(origin, {
    subject: fitSubject(business.name, (name) => `${name}: ${what} changed`),
    preheader: newsOf(facts),
    title: say`${business.name}: ${what} changed`,
    blocks: [
      { kind: 'paragraph', words: effectOf(countsFrom) },
      {
        kind: 'facts',
        facts: [
          ...changes.flatMap(walletFacts),
          { name: 'Changed', value: say`${moment(changedAt)}` },
          { name: 'By', value: author(to, byKey) },
          { name: 'From', value: place(from) },
        ],
      },
      {
        kind: 'note',
        tone: 'failed',
        title: changes.every(({ after }) => after === null)
          ? say`Was it not you?`
          : say`Was it not you? Your money is about to go to somebody else`,
        words: say`Put the old wallets back with ${exact(`PATCH /api/businesses/${business.id}`)}, revoke the API keys of the business and set a new password, which ends all sessions.`,
      },
    ],
    why: asOwner(to, business),
  })
}

/** Subjects have 80 characters, so several wallets are counted. */
function nameOf(changes: readonly WalletChange[]): string {
  const [first] = changes
  return first && changes.length === 1 ? `the ${assetOf(first.asset).name} wallet was` : `${changes.length} wallets were`
}

/** Enough of an address to tell it from another one in a list of mails. */
const SHOWN = 8

function newsOf({ changes, countsFrom }: WalletsChanged): Words {
  const [first] = changes
  const from = countsFrom === null ? say`New payments` : say`From ${moment(countsFrom)}, new payments`
  if (!first || changes.length > 1) return say`${from} go by the new wallets. Check that they are yours.`
  if (first.after === null) return say`It was removed. Check that this is what you want.`
  return say`${from} go to ${first.after.slice(0, SHOWN)}…${first.after.slice(-SHOWN)}. Check that it is yours.`
}

const effectOf = (countsFrom: string | null): Words =>
  countsFrom === null
    ? say`Payments created from now on go by the wallets below. Those created before still go to the old ones.`
    : say`Payments created from ${moment(countsFrom)} on go by the wallets below. Those created before still go to the old ones. Putting the old ones back before then cancels the change.`

const walletFacts = ({ asset, before, after }: WalletChange): Fact[] => [
  { name: `New ${asset} wallet`, value: wallet(after) },
  { name: `Old ${asset} wallet`, value: wallet(before) },
]

const wallet = (address: string | null): Words => (address === null ? say`none` : say`${exact(address)}`)
