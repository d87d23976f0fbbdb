module github.com/configgen/configgen/descriptor

go 1.24.0
