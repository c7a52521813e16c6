export class BarFileError extends Error {}
