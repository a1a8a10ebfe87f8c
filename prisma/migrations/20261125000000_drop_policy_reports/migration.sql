-- Browsers now report policy violations to CSP_REPORT_URI, if it is set.
DROP TABLE "policy_reports";
