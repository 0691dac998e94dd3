/** Words of somebody else in quotation marks, as they were written: they run in their own direction, and reorder nothing around them. */
export const Said = ({ children }: { readonly children: string }) => <bdi>“{children}”</bdi>
