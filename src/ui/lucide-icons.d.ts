/** Of its icons the package types only the whole list, which is some 1,700 files to read. */
declare module '@lucide/icons/icons/*' {
  const icon: import('@lucide/icons').LucideIconData
  export = icon
}
