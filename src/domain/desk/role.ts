/**
 * Who may do what at the desk: a packer sees parcels and no money, an editor products, texts and the look, an owner
 * all.
 */
export const DESK_ROLES = ['owner', 'editor', 'packer'] as const
export type DeskRole = (typeof DESK_ROLES)[number]
