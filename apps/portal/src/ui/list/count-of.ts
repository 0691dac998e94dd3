/** How many rows there are in all: "more than 1000 invoices". */
export const countOf = (
  { total, total_is_capped: isCapped }: { readonly total: number; readonly total_is_capped: boolean },
  [one, many]: readonly [one: string, many: string],
): string => `${isCapped ? 'more than ' : ''}${total} ${total === 1 ? one : many}`
