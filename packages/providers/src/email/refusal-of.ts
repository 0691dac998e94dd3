import { EmailRefused, MailUnavailable } from './mailer.ts'

/** The used members of a nodemailer error. */
interface Failure {
  readonly code?: unknown
  readonly command?: unknown
  readonly responseCode?: unknown
  readonly response?: unknown
}

/** The server's answer: a code of RFC 5321, and optionally a status of RFC 3463 such as `5.7.1`. */
interface Answer {
  readonly code: number
  readonly status: string | undefined
}

/**
 * Classifies a failure: `EmailRefused` when the server permanently rejects the recipient or the content, otherwise `MailUnavailable`.
 * An operator fixes the gateway's own faults, such as a password or a denied relay. A useless retry costs little, but a dropped e-mail is
 * lost; so an ambiguous failure counts as unavailable. Only the numbers of the server's answer are kept: its text quotes the recipient.
 */
export function refusalOf(error: unknown): Error {
  const failure = error as Failure
  const answer = answerOf(failure)
  const numbers = [failure.code, answer?.code, answer?.status].filter((part) => typeof part === 'string' || typeof part === 'number')
  const reason = numbers.join(' ') || 'unknown trouble'
  const about = answer && subjectOf(failure, answer)
  return about === undefined ? new MailUnavailable(reason) : new EmailRefused(about, reason)
}

/** RFC 2034 §4: the status follows the code, and starts with the same digit. */
const ANSWER = /^([245])\d\d[ -](\1\.\d{1,3}\.\d{1,3})(?!\S)/

function answerOf({ responseCode, response }: Failure): Answer | undefined {
  if (typeof responseCode !== 'number') return undefined
  return { code: responseCode, status: typeof response === 'string' ? ANSWER.exec(response)?.[2] : undefined }
}

/** "Authentication required" (RFC 4954 §6), "Must issue a STARTTLS command first" (RFC 3207 §4): either may answer any command. */
const WANTS_MORE_OF_US = 530
/**
 * RFC 3463 §3.8, security or policy, such as a denied relay; §3.2, the sender's address. Many servers reject the client or the sender only
 * in their answer to RCPT TO.
 */
const ABOUT_US = /^5\.(7\.\d+|1\.[78])$/

/** RFC 3463 §3.2: its address; §3.3: its mailbox is disabled. */
const OF_RECEIVER = /^5\.(1\.\d+|2\.1)$/
/** RFC 3463 §3.3: its mailbox is full, or takes no e-mail of this length. */
const OF_MAILBOX = /^5\.2\.\d+$/
/**
 * RFC 5321 §4.2.3, RFC 7504 §4: these concern the mailbox or its domain; 552 says that it is full. 554 does not: it means "transaction failed", and
 * denied relays use it too.
 */
const NAME_RECEIVER: readonly number[] = [550, 551, 553, 556]
const MAILBOX_FULL = 552
/** RFC 3463 §3.4 and §3.7: too large for the server, or of an unsupported content type. */
const OF_CONTENT = /^5\.(3\.4|6\.\d+)$/

type Subject = EmailRefused['about'] | undefined

/** What was rejected for good; undefined where the gateway itself may be at fault. */
function subjectOf({ code, command }: Failure, answer: Answer): Subject {
  const { code: number, status = '' } = answer
  if (number < 500 || number === WANTS_MORE_OF_US || ABOUT_US.test(status)) return undefined
  // After the content, a number alone may concern the sender.
  if (code === 'EMESSAGE') return subjectOfStatus(status)
  return code === 'EENVELOPE' && command === 'RCPT TO' ? (atReceiver(status) ?? subjectOfNumber(number)) : undefined
}

function subjectOfStatus(status: string): Subject {
  return OF_CONTENT.test(status) ? 'content' : atReceiver(status)
}

function atReceiver(status: string): Subject {
  if (OF_RECEIVER.test(status)) return 'recipient'
  return OF_MAILBOX.test(status) ? 'mailbox' : undefined
}

function subjectOfNumber(number: number): Subject {
  if (number === MAILBOX_FULL) return 'mailbox'
  return NAME_RECEIVER.includes(number) ? 'recipient' : undefined
}
