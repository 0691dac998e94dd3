/** What a merchant calls the plans. */
export const planNames = { starter: 'Starter', professional: 'Professional' } as const
