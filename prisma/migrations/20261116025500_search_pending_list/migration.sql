-- New rows wait in a list that every search reads whole, until the insert that exceeds its limit moves
-- them into the index. With the default of 4 MB, each search for duplicates reads up to 10,000 rows, and
-- one insert in as many takes half a second. A shorter list costs inserts no more in sum.
ALTER INDEX "questions_search_vector_idx" SET (gin_pending_list_limit = 256);
