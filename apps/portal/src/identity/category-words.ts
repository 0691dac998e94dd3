import type { ActionCategory } from '@gateway/domain/identity/categories'

/** What a receipt is about, in words. */
export const categoryWords: Readonly<Record<ActionCategory, string>> = {
  'economic.transaction': 'Payment',
  'economic.refund': 'Refund',
  'economic.dispute': 'Dispute',
  'productivity.task': 'Task',
  'productivity.application': 'Application',
  'productivity.completion': 'Completion',
  'identity.verification': 'Identity verified',
  'identity.profile_update': 'Profile changed',
  'social.endorsement': 'Endorsement',
  'social.post': 'Post',
  'social.comment': 'Comment',
  'compliance.incident': 'Incident',
  'compliance.violation': 'Violation',
}
