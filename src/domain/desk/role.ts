/**
 * Who may do what at the desk: a packer sees parcels and no money, an editor products, texts and the look, an owner
 * all.
 */
export type DeskRole = 'owner' | 'editor' | 'packer'
