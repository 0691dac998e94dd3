import type { StoryTable } from '../client/story-table.ts'

/** What clients do with DIDs, receipts and credentials. */
export const identityStories: StoryTable = {}
