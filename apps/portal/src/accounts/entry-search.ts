import { placeAfterSignIn } from '../shell/place-after-sign-in.ts'
import { readText } from '../ui/search.ts'

/** What the addresses of sign-in and sign-up name. */
export interface EntrySearch {
  /** Where the browser goes on. */
  readonly next?: string | undefined
  /** An e-mail address that the asking app knows. */
  readonly email?: string | undefined
}

/** Reads where a user goes on after signing in or up, and as whom. */
export const readEntrySearch = ({ next, email }: Readonly<Record<string, unknown>>): EntrySearch => ({
  next: placeAfterSignIn(readText(next)),
  email: readText(email),
})
