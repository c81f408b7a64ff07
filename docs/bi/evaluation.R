# Reads the public API v1 with jsonlite (R 3.6 or newer).
library(jsonlite)

api_url <- sub("/+$", "", Sys.getenv("EVALUATION_URL", "http://localhost:3000"))
api_headers <- c("X-Api-Key" = Sys.getenv("EVALUATION_KEY"))

# One JSON answer, such as read_api("cycles").
read_api <- function(path) fromJSON(url(paste0(api_url, "/api/v1/", path), headers = api_headers))

# A dataset as a data frame, such as read_rows("scores"): a row a line, read as the rows arrive.
read_rows <- function(dataset, query = "") {
  address <- paste0(api_url, "/api/v1/datasets/", dataset, query)
  stream_in(url(address, headers = c(api_headers, Accept = "application/x-ndjson")), verbose = FALSE)
}

# All employees, page after page.
read_employees <- function() {
  first <- read_api("employees?pageSize=200")
  later <- lapply(seq_len(first$totalPages)[-1], function(page) {
    read_api(paste0("employees?pageSize=200&page=", page))$items
  })
  do.call(rbind, c(list(first$items), later))
}

if (sys.nframe() == 0) {
  cat("Organization:", read_api("ping")$tenantName, "\n")
  scores <- read_rows("scores")
  print(aggregate(effective ~ cycleName, scores, function(score) round(mean(score), 2)))
  gaps <- read_rows("gaps")
  cat("Gaps:", sum(gaps$gapLevel > 0), "Employees:", nrow(read_employees()), "\n")
}
