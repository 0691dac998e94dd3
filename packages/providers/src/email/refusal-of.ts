import { LetterRefused, MailUnavailable } from './mailer.ts'

/** What nodemailer knows of a failure. */
interface Failure {
  readonly code?: unknown
  readonly command?: unknown
  readonly responseCode?: unknown
  readonly response?: unknown
}

/** What a server has answered: a code of RFC 5321, and where it says more than that, a status of RFC 3463 such as `5.7.1`. */
interface Answer {
  readonly code: number
  readonly status: string | undefined
}

/**
 * Whose trouble it is that a letter was not taken: `LetterRefused` when the server says for good that its receiver or its content is, otherwise
 * `MailUnavailable`.
 *
 * What is ours, such as a password or the leave to send through a server, is mended by an operator. A letter that is tried in vain costs little, and
 * one that is given up is lost; so whatever does not say whose it is counts as ours.
 *
 * Of the server's own words only the numbers are kept: they quote the receiver.
 */
export function refusalOf(error: unknown): Error {
  const failure = error as Failure
  const answer = answerOf(failure)
  const numbers = [failure.code, answer?.code, answer?.status].filter((part) => typeof part === 'string' || typeof part === 'number')
  const reason = numbers.join(' ') || 'unknown trouble'
  return answer && isAboutLetter(failure, answer) ? new LetterRefused(reason) : new MailUnavailable(reason)
}

/** RFC 2034 §4: the status comes right after the code, and begins with the same digit. */
const ANSWER = /^([245])\d\d[ -](\1\.\d{1,3}\.\d{1,3})(?!\S)/

function answerOf({ responseCode, response }: Failure): Answer | undefined {
  if (typeof responseCode !== 'number') return undefined
  return { code: responseCode, status: typeof response === 'string' ? ANSWER.exec(response)?.[2] : undefined }
}

/** "Authentication required" (RFC 4954 §6), "Must issue a STARTTLS command first" (RFC 3207 §4): either may answer any command. */
const WANTS_MORE_OF_US = 530
/**
 * RFC 3463 §3.8, security or policy, such as a relay that is denied; §3.2, the sender's address. Many servers answer RCPT TO with what they have
 * against the client or the sender.
 */
const ABOUT_US = /^5\.(7\.\d+|1\.[78])$/

/** RFC 3463 §3.2 and §3.3: its address, its mailbox. */
const OF_RECEIVER = /^5\.[12]\.\d+$/
/** RFC 5321 §4.2.3, RFC 7504 §4: these name the mailbox or its domain. 554 does not: "transaction failed", and relays that are denied say it. */
const NAME_RECEIVER: readonly number[] = [550, 551, 552, 553, 556]
/** RFC 3463 §3.4 and §3.7: too large for the server, or made of what it does not take. */
const OF_CONTENT = /^5\.(3\.4|6\.\d+)$/

function isAboutLetter({ code, command }: Failure, { code: number, status = '' }: Answer): boolean {
  if (number < 500 || number === WANTS_MORE_OF_US || ABOUT_US.test(status)) return false
  // Of a letter that was read, a number alone may be about who has sent it.
  if (code === 'EMESSAGE') return OF_RECEIVER.test(status) || OF_CONTENT.test(status)
  return code === 'EENVELOPE' && command === 'RCPT TO' && (OF_RECEIVER.test(status) || NAME_RECEIVER.includes(number))
}
