declare module "s3rver" {
  /** An in-process S3 server by another vendor. */
  // biome-ignore lint/style/noDefaultExport: so the package exports it
  export default class S3rver {
    constructor(options: { address: string; port: number; silent: boolean; directory: string; vhostBuckets?: boolean });
    run(): Promise<{ address: string; port: number }>;
    close(): Promise<void>;
  }
}
