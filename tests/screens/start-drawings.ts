import { emailPage } from '@gateway/pages/start/email-page'
import { mailboxPage } from '@gateway/pages/start/mailbox-page'
import { startPage } from '@gateway/pages/start/start-page'
import { sampleEmails, sampleStarts, START_NOW } from '@gateway/pages/start/test-starts'
import type { Drawing } from './pages.ts'

const turn = { now: START_NOW, api: 'http://localhost:4000' }

/** The start page of `npm run dev` in every state, and its mailbox; they are in English only. */
export const startDrawings: Readonly<Record<string, Drawing>> = {
  ...Object.fromEntries(
    Object.entries(sampleStarts).map(([name, view]): [string, Drawing] => [
      `start-${name}`,
      (look) => startPage(view, { ...look, ...turn }),
    ]),
  ),
  'mailbox-empty': (look) => mailboxPage([], { ...look, ...turn }),
  mailbox: (look) => mailboxPage(sampleEmails, { ...look, ...turn }),
  ...Object.fromEntries(
    sampleEmails.map((email, at): [string, Drawing] => [`mailbox-email-${at + 1}`, (look) => emailPage(email, { ...look, ...turn })]),
  ),
}
