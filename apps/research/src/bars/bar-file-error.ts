/** The file is no bar file, or one of its lines is no bar. */
export class BarFileError extends Error {}
